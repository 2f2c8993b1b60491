package dev.grpctuning.autopilot;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import dev.grpctuning.autopilot.experiment.Sample;
import dev.grpctuning.autopilot.experiment.Sample.Calls;

import static org.assertj.core.api.Assertions.assertThat;

class CandidatesTests {

	@Test
	void whenHandlersBlockThenTheyAreNotRunOnEventLoops() {
		assertThat(near(Map.of(), Workload.BLOCKING)).noneMatch(Map.of("executor.type", "direct")::equals)
			.contains(Map.of("executor.type", "virtual"), Map.of("executor.type", "fixed", "executor.threads", "64"));
		assertThat(near(Map.of(), Workload.QUICK)).contains(Map.of("executor.type", "direct"),
				Map.of("executor.type", "fixed"));
	}

	@Test
	void whenAllThreadsAreBusyThenMoreComeFirst() {
		assertThat(near(Map.of("executor.type", "fixed", "executor.threads", "16"), Workload.BLOCKING))
			.startsWith(Map.of("executor.type", "virtual"))
			.containsSubsequence(Map.of("executor.threads", "32"), Map.of("executor.type", "cached"))
			.doesNotContain(Map.of("executor.threads", "8"));
	}

	@Test
	void whenALimitIsSetThenItIsTriedTwiceAndHalfAsLargeAndWithAnotherAlgorithm() {
		assertThat(near(Map.of("executor.type", "virtual", "limit.concurrent-calls", "200"), Workload.BLOCKING))
			.contains(Map.of("limit.concurrent-calls", "400"), Map.of("limit.concurrent-calls", "100"),
					Map.of("limit.algorithm", "throughput"));
		assertThat(near(Map.of("executor.type", "virtual", "limit.concurrent-calls", "50"), Workload.BLOCKING))
			.doesNotContain(Map.of("limit.concurrent-calls", "25"));
	}

	private static List<Map<String, String>> near(Map<String, String> settings, Workload workload) {
		SimulatedService service = new SimulatedService(workload, settings, new SplittableRandom(1));
		Sample before = service.sample();
		service.pause(10_000_000_000L);
		Calls calls = service.sample().since(before);
		return new Candidates(service, Bounds.NONE).near(calls, Set.of())
			.stream()
			.map((candidate) -> Map.copyOf(candidate.values()))
			.toList();
	}

}
