package dev.grpctuning.load.engine.plan;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadModel} and {@link Warmup}. */
class LoadModelTests {

	private static final Warmup WARMUP = new Warmup.Fixed(Duration.ofMinutes(1));

	@Test
	void whenCallsThatCountAreSentForTenSecondsThenAnIntervalIsASecond() {
		assertThat(closed(Duration.ofSeconds(10)).interval()).isEqualTo(Duration.ofSeconds(1));
		assertThat(closed(LoadModel.ENDLESS).interval()).isEqualTo(Duration.ofSeconds(1));
		assertThat(bursts(100).interval()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void whenTheyAreSentForLessThenAnIntervalIsAFifthOfOneWhateverTheWarmUp() {
		assertThat(closed(Duration.ofMillis(1500)).interval()).isEqualTo(Duration.ofMillis(200));
		assertThat(closed(Duration.ofMillis(9999)).interval()).isEqualTo(Duration.ofMillis(200));
		assertThat(bursts(50).interval()).isEqualTo(Duration.ofMillis(200));
	}

	@ParameterizedTest
	@CsvSource({ "PT1.2S, PT0.1S", "PT2S, PT0.1S", "PT4S, PT0.2S", "PT20S, PT1S", "PT60S, PT1S" })
	void whenThereIsALimitThenItIsLookedAtInTwentiethsOfIt(Duration limit, Duration interval) {
		Warmup.UntilSteady warmup = new Warmup.UntilSteady(limit);
		assertThat(warmup.interval()).isEqualTo(interval);
		assertThat(warmup.interval().multipliedBy(Warmup.UntilSteady.WINDOW)).isLessThan(warmup.longest());
	}

	private static LoadModel closed(Duration duration) {
		return new LoadModel.Closed(new Concurrency.Constant(1), WARMUP, duration);
	}

	private static LoadModel bursts(int count) {
		return new LoadModel.Burst(new BurstSchedule(count, 1, Duration.ofMillis(200), Pacing.SCHEDULE), Warmup.NONE);
	}

}
