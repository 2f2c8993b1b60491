package dev.grpctuning.load.server;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link KnobValues}.
 */
class KnobValuesTests {

	@Test
	void whenAKnobIsConfiguredThenItIsAsWrittenAndOtherwiseWhatIsInForce() {
		assertThat(KnobValues.parse("""
				{"knobs": [
				  {"name": "flow-control-window", "configured": "1MB", "effective": 1048576, "unit": "bytes"},
				  {"name": "worker-threads", "configured": null, "effective": 2, "unit": "threads"},
				  {"name": "executor.type", "configured": null, "effective": "cached", "unit": null},
				  {"name": "executor.routes", "configured": null, "effective": [], "unit": null},
				  {"name": "max-connections", "configured": null, "effective": null, "unit": "connections"}]}
				"""))
			.isEqualTo(Map.of("flow-control-window", "1MB", "worker-threads", "2 threads", "executor.type", "cached"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{}", "[]", "no", "{\"knobs\": 1}" })
	void whenTheAnswerIsAnotherThenNothingIsKnown(String answer) {
		assertThat(KnobValues.parse(answer)).isEmpty();
	}

}
