package dev.grpctuning.actuate;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

import dev.grpctuning.server.TuningChange;
import dev.grpctuning.server.TuningChange.Effect;
import dev.grpctuning.server.TuningChange.KnobChange;
import dev.grpctuning.server.TuningChange.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether the reason of a rollback, which may name any value, is shown. */
class ShownValuesTests {

	private static final String REASON = "cannot listen at 10.1.2.3:9090";

	@Test
	void whenAnyKnobIsHiddenThenReasonsAreHidden() {
		SanitizingFunction addresses = (data) -> data.getKey().endsWith("addresses") ? data.withSanitizedValue() : data;
		ShownValues.To user = new ShownValues(Show.ALWAYS, List.of(), List.of(addresses)).to(SecurityContext.NONE);
		assertThat(user.change(change("worker-threads")).reason()).isEqualTo("******");
	}

	@Test
	void whenNoKnobIsHiddenThenReasonsAreShown() {
		SanitizingFunction passwords = (data) -> data.getKey().contains("password") ? data.withSanitizedValue() : data;
		ShownValues.To user = new ShownValues(Show.ALWAYS, List.of(), List.of(passwords)).to(SecurityContext.NONE);
		assertThat(user.change(change("worker-threads")).reason()).isEqualTo(REASON);
	}

	@Test
	void whenValuesAreHiddenThenReasonsAreHidden() {
		ShownValues.To user = new ShownValues(Show.NEVER, List.of(), List.of()).to(SecurityContext.NONE);
		assertThat(user.change(change("worker-threads")).reason()).isEqualTo("******");
	}

	private static TuningChange change(String... knobs) {
		List<KnobChange> changes = List.of(knobs)
			.stream()
			.map((knob) -> new KnobChange(knob, null, "1", Effect.NEW_GENERATION, 0))
			.toList();
		return new TuningChange(Instant.EPOCH, null, Outcome.ROLLED_BACK, 1, null, 0, changes, REASON);
	}

}
