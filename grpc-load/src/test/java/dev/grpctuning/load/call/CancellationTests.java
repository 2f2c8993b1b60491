package dev.grpctuning.load.call;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.call.CallSettings.Cancellation;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Cancellation}. */
class CancellationTests {

	@ParameterizedTest
	@ValueSource(doubles = { 0, 0.001, 0.1, 0.25, 1 / 3.0, 0.5, 0.9, 1 })
	void whenCallsArePickedThenTheirNumberIsTheShareAtAnyTime(double share) {
		Cancellation cancellation = new Cancellation(share, Duration.ZERO);
		long picked = 0;
		for (long call = 0; call < 10_000; call++) {
			picked += cancellation.picks(call) ? 1 : 0;
			assertThat(picked).isEqualTo((long) ((call + 1) * share));
		}
	}

	@Test
	void whenACallIsCancelledThenTheReasonNamesTheProperty() {
		assertThat(new Cancellation(0.5, Duration.ofMillis(20)).reason())
			.isEqualTo("cancelled by load.cancel.share=0.5, 20 ms after it was sent");
	}

}
