package dev.grpctuning.load.cli;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Interruptible}. */
class InterruptibleTests {

	@Test
	void whenTheThreadIsInterruptedThenTheExitCodeIsThatOfTheSignal() throws Exception {
		assertThat(Interruptible.call(InterruptibleTests::interrupted, () -> {
		})).isEqualTo(130);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(Interruptible.call(() -> ExitCode.RUN_FAILED, () -> {
		})).isEqualTo(ExitCode.RUN_FAILED);
	}

	@Test
	void whenTheWorkIsToBeInterruptedThenTheExitCodeIsItsOwn() throws Exception {
		assertThat(Interruptible.callUntilInterrupted(InterruptibleTests::interrupted, () -> {
		}, Duration.ofSeconds(1))).isEqualTo(ExitCode.OK);
		assertThat(Thread.interrupted()).isTrue();
	}

	private static int interrupted() {
		Thread.currentThread().interrupt();
		return ExitCode.OK;
	}

}
