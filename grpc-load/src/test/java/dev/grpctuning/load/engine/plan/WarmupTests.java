package dev.grpctuning.load.engine.plan;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Warmup}. */
class WarmupTests {

	@ParameterizedTest
	@CsvSource({ "PT1.2S, PT0.1S", "PT2S, PT0.1S", "PT4S, PT0.2S", "PT20S, PT1S", "PT60S, PT1S" })
	void whenThereIsALimitThenItIsLookedAtInTwentiethsOfIt(Duration limit, Duration interval) {
		Warmup.UntilSteady warmup = new Warmup.UntilSteady(limit);
		assertThat(warmup.interval()).isEqualTo(interval);
		assertThat(warmup.interval().multipliedBy(Warmup.UntilSteady.WINDOW)).isLessThan(warmup.longest());
	}

}
