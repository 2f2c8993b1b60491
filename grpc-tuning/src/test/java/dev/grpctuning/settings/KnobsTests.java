package dev.grpctuning.settings;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** By which names knobs are found. */
class KnobsTests {

	static List<Knob<?>> all() {
		return Knobs.all();
	}

	@ParameterizedTest
	@MethodSource("all")
	void everyKnobIsFoundByItsOwnNameOnly(Knob<?> knob) {
		assertThat(Knobs.find(knob.name())).contains(knob);
		assertThat(Knobs.find(Knob.PREFIX + knob.name())).contains(knob);
	}

	@ParameterizedTest
	@ValueSource(strings = { "executor.type", "executorType", "executor-type", "EXECUTOR_TYPE",
			"GRPC_TUNING_EXECUTOR_TYPE", "grpc.tuning.executor.type" })
	void spellingDoesNotMatter(String name) {
		assertThat(Knobs.find(name)).contains(Knobs.EXECUTOR_TYPE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "grpc.tuning.", "executor", "executor.typ", "executor.typee", "jvm.collector" })
	void anythingElseIsNotAKnob(String name) {
		assertThat(Knobs.find(name)).isEmpty();
	}

}
