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

class ShownValuesTests {

	private static final String REASON = "cannot listen at 10.1.2.3:9090";

	/** The reason of a rollback may name any value. */
	@ParameterizedTest
	@CsvSource({ "ALWAYS, addresses, ******", "NEVER, password, ******", "ALWAYS, password, " + REASON })
	void whenAnyKnobIsHiddenThenReasonsAreHidden(Show show, String secret, String reason) {
		SanitizingFunction secrets = (data) -> data.getKey().endsWith(secret) ? data.withSanitizedValue() : data;
		ShownValues.To user = new ShownValues(show, List.of(), List.of(secrets)).to(SecurityContext.NONE);
		assertThat(user.change(change()).detail()).isEqualTo(reason);
	}

	@ParameterizedTest
	@CsvSource({ "NEVER, password, ******", "WHEN_AUTHORIZED, password, 1", "ALWAYS, password, 1",
			"ALWAYS, worker-threads, ******" })
	void whenNobodyMaySeeAValueThenAnAuditEventDoesNotHaveItEither(Show show, String secret, String value) {
		SanitizingFunction secrets = (data) -> data.getKey().endsWith(secret) ? data.withSanitizedValue() : data;
		ShownValues.To records = new ShownValues(show, List.of(), List.of(secrets)).inRecords();
		assertThat(TuningAudit.event(records.change(change())).getData()).containsEntry("changes",
				List.of("worker-threads: null -> " + value));
	}

	private static TuningChange change() {
		return new TuningChange(1, Instant.EPOCH, null, null, null, Outcome.ROLLED_BACK, 1, null, 0,
				List.of(new KnobChange("worker-threads", null, "1", Effect.NEW_GENERATION, 0)), false, REASON);
	}

}
