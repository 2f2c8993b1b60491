package dev.grpctuning.load.engine;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LoadModel}.
 */
class LoadModelTests {

	private static final Duration WARMUP = Duration.ofMinutes(1);

	@Test
	void whenCallsThatCountAreSentForTenSecondsThenAMomentIsASecond() {
		assertThat(closed(Duration.ofSeconds(10)).moment()).isEqualTo(Duration.ofSeconds(1));
		assertThat(closed(LoadModel.ENDLESS).moment()).isEqualTo(Duration.ofSeconds(1));
		assertThat(turns(100).moment()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void whenTheyAreSentForLessThenAMomentIsAFifthOfOneWhateverTheWarmUp() {
		assertThat(closed(Duration.ofMillis(1500)).moment()).isEqualTo(Duration.ofMillis(200));
		assertThat(closed(Duration.ofMillis(9999)).moment()).isEqualTo(Duration.ofMillis(200));
		assertThat(turns(50).moment()).isEqualTo(Duration.ofMillis(200));
	}

	private static LoadModel closed(Duration duration) {
		return new LoadModel.Closed(1, WARMUP, duration);
	}

	private static LoadModel turns(int count) {
		return new LoadModel.Turns(new TurnSchedule(count, 1, Duration.ofMillis(200), Pacing.SCHEDULE));
	}

}
