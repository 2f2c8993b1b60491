package dev.grpctuning.autopilot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.autopilot.experiment.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** Hours of simulated time. */
class AutopilotLoopTests {

	private static final Map<String, String> PLAIN = Map.of();

	private static final int QUARTER_OF_AN_HOUR = 900;

	private static final int HOUR = 3600;

	/** 100 were simulated once. */
	private static final int HOURS = Integer.getInteger("autopilot.hours", 4);

	static Stream<Arguments> workloads() {
		return Stream
			.of(Map.entry("quick", Workload.QUICK), Map.entry("blocking", Workload.BLOCKING),
					Map.entry("computing", Workload.COMPUTING), Map.entry("mixed", Workload.MIXED),
					Map.entry("bursty", Workload.BURSTY))
			.flatMap((workload) -> Stream.of(PLAIN, Map.of("executor.type", "virtual"))
				.map((start) -> Arguments.of(workload.getKey(), workload.getValue(), start)));
	}

	@ParameterizedTest(name = "{0} from {2}")
	@MethodSource("workloads")
	void whenAQuarterOfAnHourIsOverThenTheServerCanDoAlmostItsBest(String name, Workload workload,
			Map<String, String> start) throws InterruptedException {
		SimulatedService service = new SimulatedService(workload, start, new SplittableRandom(1));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		run(loop, service, QUARTER_OF_AN_HOUR);
		assertThat(service.capacity()).isGreaterThanOrEqualTo(0.95 * best(workload));
		assertThat(loop.view().exploration().outside()).isLessThan((long) (workload.rate(0) * HOUR / 1000));
	}

	private static double best(Workload workload) {
		return Stream.of("direct", "adaptive", "virtual", "fork-join", "fixed", "cached")
			.flatMap((type) -> Stream.of("2", "64")
				.map((threads) -> Map.of("executor.type", type, "executor.threads", threads)))
			.mapToDouble((settings) -> new SimulatedService.Model(settings, workload, 0).capacity())
			.max()
			.orElseThrow();
	}

	@Test
	void whenTheLoadStillGrowsAfterTheStartThenTheFirstExperimentWaitsForIt() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.GROWING, PLAIN, new SplittableRandom(20));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		run(loop, service, QUARTER_OF_AN_HOUR);
		assertThat(loop.view().decisions()).isNotEmpty().noneMatch((each) -> each.verdict() == Verdict.ABORTED);
		assertThat(service.capacity()).isGreaterThanOrEqualTo(0.95 * best(Workload.GROWING));
	}

	@Test
	void whenCandidatesDoNotDifferThenNoneIsAdoptedInHours() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.SLOW_AND_EVEN, PLAIN, new SplittableRandom(3));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		int experiments = 0;
		for (int hour = 0; hour < HOURS; hour++) {
			run(loop, service, HOUR);
			experiments += loop.view().decisions().size();
			// Forgets the verdicts, so that all is tried again.
			service.change(Map.of());
			loop = loop(service, AutopilotMode.APPLY);
		}
		assertThat(experiments).isGreaterThan(3 * HOURS);
		assertThat(service.adoptions()).hasSizeLessThanOrEqualTo(1);
	}

	@Test
	void whenItExploresThenItHarmsFarFewerCallsThanARandomSearch() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.MIXED, PLAIN, new SplittableRandom(17));
		run(loop(service, AutopilotMode.APPLY), service, QUARTER_OF_AN_HOUR);
		SimulatedService random = new SimulatedService(Workload.MIXED, PLAIN, new SplittableRandom(18));
		SplittableRandom choice = new SplittableRandom(19);
		List<String> types = List.of("direct", "adaptive", "virtual", "fork-join", "fixed", "cached");
		for (int trial = 0; trial < QUARTER_OF_AN_HOUR / 10; trial++) {
			random.change(Map.of("executor.type", types.get(choice.nextInt(types.size())), "executor.threads",
					String.valueOf(1 << choice.nextInt(7))));
			random.pause(10_000_000_000L);
		}
		assertThat(random.outside()).isGreaterThan(10_000);
		assertThat(service.outside()).isLessThan(random.outside() / 200);
	}

	@Test
	void whenTheLoadFlipsAndReturnsThenItsSettingsReturnWithinAMinute() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(4));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		run(loop, service, QUARTER_OF_AN_HOUR);
		service.workload(Workload.BLOCKING);
		run(loop, service, QUARTER_OF_AN_HOUR);
		assertThat(service.capacity()).isGreaterThanOrEqualTo(0.95 * best(Workload.BLOCKING));
		for (Workload workload : List.of(Workload.QUICK, Workload.BLOCKING, Workload.QUICK)) {
			service.workload(workload);
			run(loop, service, 60);
			assertThat(service.capacity()).isGreaterThanOrEqualTo(0.95 * best(workload));
			run(loop, service, 600);
		}
	}

	@Test
	void whenDaysPassThenTheServerIsMostlyLeftAlone() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.DAY_AND_NIGHT, PLAIN, new SplittableRandom(6));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		run(loop, service, 24 * HOUR);
		assertThat(service.exposed()).isLessThan(0.05 * service.seconds());
		assertThat(service.adoptions()).hasSizeLessThan(20);
		// At night, there are too few calls to find what is 7 % better.
		assertThat(service.capacity()).isGreaterThanOrEqualTo(0.9 * best(Workload.DAY_AND_NIGHT));
	}

	@Test
	void whenALimitHasNoEffectThenItDoesNotGrow() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK,
				Map.of("executor.type", "direct", "limit.concurrent-calls", "200"), new SplittableRandom(6));
		run(loop(service, AutopilotMode.APPLY), service, 2 * HOUR);
		assertThat(service.present()).containsEntry("limit.concurrent-calls", "200");
	}

	@Test
	void whenTheServerIsOverloadedForHoursThenNothingIsTried() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.COMPUTING, PLAIN, new SplittableRandom(7));
		service.burn(3);
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		run(loop, service, 2 * HOUR);
		assertThat(service.exposed()).isZero();
		assertThat(loop.view().doing()).contains("overloaded");
	}

	@Test
	void whenItRecommendsThenItAdoptsNothing() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(8));
		AutopilotLoop loop = loop(service, AutopilotMode.RECOMMEND);
		run(loop, service, QUARTER_OF_AN_HOUR);
		assertThat(service.adoptions()).isEmpty();
		assertThat(loop.view().recommended()).extracting((each) -> each.candidate().values())
			.contains(Map.of("executor.type", "adaptive"));
		loop.mode(AutopilotMode.APPLY);
		run(loop, service, QUARTER_OF_AN_HOUR);
		assertThat(service.capacity()).isGreaterThanOrEqualTo(0.95 * best(Workload.QUICK));
	}

	@Test
	void whenACandidateIsDecidedThenAnotherIsNext() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(8));
		AutopilotLoop loop = loop(service, AutopilotMode.RECOMMEND);
		while (loop.view().decisions().isEmpty()) {
			loop.step();
		}
		assertThat(loop.view().next()).isNotEmpty().doesNotContain(loop.view().decisions().get(0).candidate());
	}

	@Test
	void whenAUserChangesAnythingThenTheExperimentEndsAndTheAutopilotWaits() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(9));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		service.during(130, () -> service.change(Map.of("executor.type", "fixed")));
		run(loop, service, 200);
		assertThat(loop.view().decisions()).first()
			.satisfies((each) -> assertThat(each.verdict()).isEqualTo(Verdict.ABORTED));
		assertThat(loop.view().doing()).contains("is quiet for");
		assertThat(service.present()).isEqualTo(Map.of("executor.type", "fixed"));
	}

	@Test
	void whenTheGuardTakesSettingsBackThenTheyAreNotTriedAgain() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(16));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		while (service.adoptions().isEmpty()) {
			loop.step();
		}
		service.revert();
		run(loop, service, QUARTER_OF_AN_HOUR);
		assertThat(service.adoptions()).filteredOn((each) -> each.contains("adaptive")).hasSize(1);
		assertThat(service.present()).containsEntry("executor.type", "direct");
	}

	@Test
	void whenItIsTurnedOffThenTheExperimentEndsWithinTwoSeconds() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(10));
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		service.during(130, () -> loop.mode(AutopilotMode.OFF));
		run(loop, service, 132);
		double exposed = service.exposed();
		assertThat(exposed).isPositive();
		run(loop, service, HOUR);
		assertThat(service.exposed()).isEqualTo(exposed);
		assertThat(loop.view().doing()).isEqualTo("is off");
	}

	@Test
	void whenThereIsAnObstacleThenNothingIsTried() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(11));
		service.obstacle("the server drains");
		AutopilotLoop loop = loop(service, AutopilotMode.APPLY);
		run(loop, service, HOUR);
		assertThat(service.exposed()).isZero();
		assertThat(loop.view().doing()).isEqualTo("the server drains");
	}

	@Test
	void whenCandidatesMayBeInForceForAMinuteThenNoMoreIsTried() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(12));
		AutopilotSettings settings = new AutopilotSettings(AutopilotMode.APPLY, Bounds.NONE, AutopilotSettings.QUIET,
				1.0 / 60, AutopilotSettings.OUTSIDE, AutopilotSettings.EXPERIMENT);
		AutopilotLoop loop = new AutopilotLoop(service, settings, null, new SplittableRandom(13));
		run(loop, service, 3000);
		assertThat(service.exposed()).isBetween(45.0, 62.0);
		assertThat(loop.view().doing()).contains("max-time");
	}

	@Test
	void whenBoundsExcludeATypeThenItIsNotTried() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, PLAIN, new SplittableRandom(14));
		AutopilotSettings settings = new AutopilotSettings(AutopilotMode.APPLY,
				Bounds.of(List.of("executor.type=virtual,adaptive")), AutopilotSettings.QUIET,
				AutopilotSettings.EXPLORATION, AutopilotSettings.OUTSIDE, AutopilotSettings.EXPERIMENT);
		AutopilotLoop loop = new AutopilotLoop(service, settings, null, new SplittableRandom(15));
		run(loop, service, QUARTER_OF_AN_HOUR);
		assertThat(loop.view().decisions()).flatExtracting((each) -> each.candidate().values().values())
			.contains("virtual")
			.containsOnly("virtual", "adaptive", "");
		assertThat(service.present()).containsEntry("executor.type", "adaptive");
	}

	@Test
	void whenOnlySomeMethodsBlockThenTheyGetThreadsOfTheirOwn() throws InterruptedException {
		SimulatedService service = routed(Workload.MIXED, "16");
		assertThat(service.present()).containsEntry("executor.routes", "shop/Wait type=virtual");
		service = routed(Workload.ALIKE, "64");
		assertThat(service.present()).doesNotContainKey("executor.routes");
		assertThat(service.exposed()).isZero();
	}

	@Test
	void whenARouteGainsNothingThenItIsNotAdopted() throws InterruptedException {
		SimulatedService service = routed(Workload.MIXED_AND_EVEN, "512");
		assertThat(service.present()).doesNotContainKey("executor.routes");
		assertThat(service.exposed()).isPositive();
	}

	/** After a quarter of an hour in which only routes could be tried. */
	private static SimulatedService routed(Workload workload, String threads) throws InterruptedException {
		SimulatedService service = new SimulatedService(workload,
				Map.of("executor.type", "fixed", "executor.threads", threads), new SplittableRandom(21));
		AutopilotSettings settings = new AutopilotSettings(AutopilotMode.APPLY,
				Bounds.of(List.of("executor.type=", "executor.threads=", "executor.routes=virtual")),
				AutopilotSettings.QUIET, AutopilotSettings.EXPLORATION, AutopilotSettings.OUTSIDE,
				AutopilotSettings.EXPERIMENT);
		run(new AutopilotLoop(service, settings, null, new SplittableRandom(22)), service, QUARTER_OF_AN_HOUR);
		return service;
	}

	private static AutopilotLoop loop(SimulatedService service, AutopilotMode mode) {
		AutopilotSettings settings = new AutopilotSettings(mode, Bounds.NONE, AutopilotSettings.QUIET,
				AutopilotSettings.EXPLORATION, AutopilotSettings.OUTSIDE, AutopilotSettings.EXPERIMENT);
		return new AutopilotLoop(service, settings, Duration.ofMillis((long) service.workload().objectiveMillis()),
				new SplittableRandom(2));
	}

	private static void run(AutopilotLoop loop, SimulatedService service, double seconds) throws InterruptedException {
		double end = service.seconds() + seconds;
		while (service.seconds() < end) {
			loop.step();
		}
	}

}
