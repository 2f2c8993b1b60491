package dev.grpctuning.actuate;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Effect;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.change.TuningChange.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether the reason of a rollback, which may name any value, is shown. */
class ShownValuesTests {

	private static final String REASON = "cannot listen at 10.1.2.3:9090";

	@ParameterizedTest
	@CsvSource({ "ALWAYS, addresses, ******", "NEVER, password, ******", "ALWAYS, password, " + REASON })
	void whenAnyKnobIsHiddenThenReasonsAreHidden(Show show, String secret, String reason) {
		SanitizingFunction secrets = (data) -> data.getKey().endsWith(secret) ? data.withSanitizedValue() : data;
		ShownValues.To user = new ShownValues(show, List.of(), List.of(secrets)).to(SecurityContext.NONE);
		TuningChange change = new TuningChange(1, Instant.EPOCH, null, null, null, Outcome.ROLLED_BACK, 1, null, 0,
				List.of(new KnobChange("worker-threads", null, "1", Effect.NEW_GENERATION, 0)), false, REASON);
		assertThat(user.change(change).detail()).isEqualTo(reason);
	}

}
