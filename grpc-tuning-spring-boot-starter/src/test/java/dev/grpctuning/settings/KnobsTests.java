package dev.grpctuning;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * By which names knobs are found.
 */
class TuningKnobTests {

	@ParameterizedTest
	@EnumSource
	void everyKnobIsFoundByItsOwnNameOnly(TuningKnob knob) {
		assertThat(TuningKnob.find(knob.propertyName())).contains(knob);
		assertThat(TuningKnob.find(TuningKnob.PREFIX + knob.propertyName())).contains(knob);
	}

	@ParameterizedTest
	@ValueSource(strings = { "executor.type", "executorType", "executor-type", "EXECUTOR_TYPE",
			"GRPC_TUNING_EXECUTOR_TYPE", "grpc.tuning.executor.type" })
	void spellingDoesNotMatter(String name) {
		assertThat(TuningKnob.find(name)).contains(TuningKnob.EXECUTOR_TYPE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "grpc.tuning.", "executor", "executor.typ", "executor.typee", "jvm.collector" })
	void anythingElseIsNotAKnob(String name) {
		assertThat(TuningKnob.find(name)).isEmpty();
	}

	@Test
	void maxConcurrentCallsIsTheLimitOfTheWholeServer() {
		assertThat(TuningKnob.find("maxConcurrentCalls")).contains(TuningKnob.LIMIT_CONCURRENT_CALLS);
		assertThat(TuningKnob.find("maxConcurrentCallsPerConnection"))
			.contains(TuningKnob.MAX_CONCURRENT_CALLS_PER_CONNECTION);
	}

}
