package dev.grpctuning.actuate;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.alternate.SlicePlan;
import dev.grpctuning.settings.TuningProblem;

import static org.assertj.core.api.Assertions.assertThat;

class SlicesRequestTests {

	@Test
	void whenCandidatesAreGivenThenThoseWithoutKnobsAreEmpty() {
		SlicesRequest request = SlicesRequest.of(Map.of("slice", "50ms", "length", "10s", "seed", "-7",
				"candidates[2].executorType", "virtual", "candidates[2].limit.concurrent-calls", 5));
		assertThat(request.problems()).isEmpty();
		SlicePlan plan = request.plan();
		assertThat(plan.slice()).isEqualTo(Duration.ofMillis(50));
		assertThat(plan.length()).isEqualTo(Duration.ofSeconds(10));
		assertThat(plan.seed()).isEqualTo(-7);
		assertThat(plan.candidates()).containsExactly(Map.of(), Map.of(),
				Map.of("executor.type", "virtual", "limit.concurrent-calls", "5"));
	}

	@Test
	void whenTheirNumberIsGivenThenAsManyAreThere() {
		assertThat(SlicesRequest.of(Map.of("candidates", 2)).plan().candidates()).containsExactly(Map.of(), Map.of());
	}

	@Test
	void whenNamesAndValuesAreInvalidThenAllAreNamed() {
		assertThat(SlicesRequest
			.of(Map.of("slice", "soon", "length", "1 year", "seed", "x", "sed", 1, "candidates[0].executor.typ",
					"direct", "candidates[1].reset", true, "candidates[10].executor.type", "direct"))
			.problems()).extracting(TuningProblem::knob)
			.containsExactlyInAnyOrder("slice", "length", "seed", "sed", "candidates[0].executor.typ",
					"candidates[1].reset", "candidates[10].executor.type");
	}

}
