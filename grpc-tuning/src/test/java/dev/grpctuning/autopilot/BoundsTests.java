package dev.grpctuning.autopilot;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.settings.Knobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BoundsTests {

	@Test
	void whenAKnobHasNoBoundThenAllIsAllowed() {
		assertThat(Bounds.of(List.of("executor.threads=")).allow(Knobs.EXECUTOR_TYPE, "direct")).isTrue();
	}

	@Test
	void whenAKnobHasABoundThenOnlyThatIsAllowed() {
		Bounds bounds = Bounds
			.of(List.of("executorThreads = 4 .. 64", "executor.type=virtual, fork-join", "limit.concurrent-calls="));
		assertThat(List.of("3", "4", "64", "65")).filteredOn((each) -> bounds.allow(Knobs.EXECUTOR_THREADS, each))
			.containsExactly("4", "64");
		assertThat(List.of("direct", "virtual", "fork-join"))
			.filteredOn((each) -> bounds.allow(Knobs.EXECUTOR_TYPE, each))
			.containsExactly("virtual", "fork-join");
		assertThat(bounds.allow(Knobs.LIMIT_CONCURRENT_CALLS, "100")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "executor.threads", "executor.threads=x", "executor.threads=64..4", "executor.type=2..4",
					"executor.type=cyclic", "executor.routes=a.Service/*", "worker-threads=2..4", "threads=1..2" })
	void whenABoundIsNoneThenItIsNamed(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Bounds.of(List.of(text)))
			.withMessageStartingWith("\"" + text + "\" is not a valid bound; use ");
	}

}
