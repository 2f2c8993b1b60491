package dev.grpctuning.load.compare;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.live.Live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link RunDriver}. */
class RunDriverTests {

	private final RunDriver driver = new RunDriver((address, plan, timeout) -> {
		throw new InterruptedException();
	}, Duration.ofSeconds(1), Live.off());

	@AfterEach
	void clear() {
		Thread.interrupted();
	}

	@Test
	void whenItIsInterruptedInAWaitThenTheInterruptEndsWithTheWait() {
		assertThat(this.driver.prepare()).isTrue();
		this.driver.interrupt();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		this.driver.end();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(this.driver.prepare()).isFalse();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.driver::prepareOrEnd);
		this.driver.giveUp();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void whenItsThreadIsInterruptedFromElsewhereThenTheThreadStaysInterrupted() {
		assertThat(this.driver.prepare()).isTrue();
		Thread.currentThread().interrupt();
		this.driver.end();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(this.driver.prepare()).isFalse();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.driver.prepare()).isFalse();
	}

	@Test
	void whenAnotherInterruptEndsTheWaitThenNothingMoreIsDriven() {
		assertThat(this.driver.prepare()).isTrue();
		this.driver.giveUp();
		this.driver.end();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.driver.prepare()).isFalse();
	}

}
