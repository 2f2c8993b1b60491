package dev.grpctuning.autopilot;

import java.util.HashMap;
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

	@Test
	void whenSomeMethodsBlockAndOthersAreQuickThenTheseMayGetAnExecutorOfTheirOwn() {
		Map<String, String> fixed = Map.of("executor.type", "fixed", "executor.threads", "16");
		Map<String, String> route = Map.of("executor.routes", "shop/Wait type=virtual");
		assertThat(near(fixed, Workload.MIXED)).contains(route);
		assertThat(near(fixed, Workload.MIXED, "executor.routes=")).doesNotContain(route);
		assertThat(near(fixed, Workload.MIXED, "executor.type=fixed")).doesNotContain(route);
		assertThat(near(fixed, Workload.MIXED, "executor.type=", "executor.routes=virtual")).contains(route);
		assertThat(near(Map.of("executor.type", "virtual"), Workload.MIXED)).doesNotContain(route);
		assertThat(near(with(fixed, "shop/W* type=cached"), Workload.MIXED))
			.noneMatch((values) -> values.containsKey("executor.routes"));
		assertThat(near(with(fixed, "other/* type=cached"), Workload.MIXED))
			.contains(Map.of("executor.routes", "other/* type=cached, shop/Wait type=virtual"));
	}

	private static Map<String, String> with(Map<String, String> settings, String routes) {
		Map<String, String> values = new HashMap<>(settings);
		values.put("executor.routes", routes);
		return values;
	}

	@Test
	void whenAllMethodsAreAlikeThenThereIsNoRoute() {
		for (Workload workload : List.of(Workload.BLOCKING, Workload.QUICK, Workload.ALIKE)) {
			assertThat(near(Map.of("executor.type", "fixed", "executor.threads", "64"), workload))
				.noneMatch((values) -> values.containsKey("executor.routes"));
		}
	}

	private static List<Map<String, String>> near(Map<String, String> settings, Workload workload, String... bounds) {
		SimulatedService service = new SimulatedService(workload, settings, new SplittableRandom(1));
		Sample before = service.sample();
		service.pause(10_000_000_000L);
		Calls calls = service.sample().since(before);
		return new Candidates(service, Bounds.of(List.of(bounds))).near(calls, service.meanMillis(), Set.of())
			.stream()
			.map((candidate) -> Map.copyOf(candidate.values()))
			.toList();
	}

}
