package dev.grpctuning.autopilot;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.autopilot.experiment.Sample;
import dev.grpctuning.autopilot.experiment.Slices;
import dev.grpctuning.autopilot.experiment.Verdict;
import dev.grpctuning.change.Turns;

import static org.assertj.core.api.Assertions.assertThat;

class SlicesTests {

	static Stream<Arguments> harmful() {
		return Stream
			.of(Map.of("executor.type", "direct"), Map.of("executor.type", "fixed", "executor.threads", "1"),
					Map.of("limit.concurrent-calls", "1"))
			.flatMap((values) -> Stream.of(Workload.BLOCKING, Workload.MIXED)
				.map((workload) -> Arguments.of(values, workload)));
	}

	@ParameterizedTest
	@MethodSource("harmful")
	void whenACandidateDoesHarmThenItIsWithdrawnWithinASecond(Map<String, String> values, Workload workload)
			throws InterruptedException {
		SimulatedService service = new SimulatedService(workload, Map.of(), new SplittableRandom(1));
		Trial trial = new Trial(service, values, 1);
		assertThat(trial.verdict).isEqualTo(Verdict.HARMFUL);
		assertThat(trial.slices.detail()).isNotEmpty();
		assertThat(service.exposed()).isLessThan(1);
		// An hour of such calls.
		assertThat(service.outside() - trial.outsideBefore).isLessThan((long) (workload.rate(0) * 3600 / 1000));
	}

	@ParameterizedTest
	@MethodSource("harmful")
	void whenTheMachineIsNoisyThenHarmIsSeenJustAsSoon(Map<String, String> values, Workload workload)
			throws InterruptedException {
		for (int seed = 0; seed < 20; seed++) {
			SimulatedService service = noisy(workload, seed);
			assertThat(new Trial(service, values, seed).verdict).isEqualTo(Verdict.HARMFUL);
			assertThat(service.exposed()).isLessThan(1);
		}
	}

	@ParameterizedTest
	@MethodSource("workloads")
	void whenTheMachineIsNoisyThenACandidateThatIsNoWorseDoesNoHarm(Workload workload) throws InterruptedException {
		for (int seed = 0; seed < 40; seed++) {
			Trial trial = new Trial(noisy(workload, seed), Map.of("executor.type", "cached"), seed);
			assertThat(trial.verdict).as(() -> String.valueOf(trial.slices.detail())).isNotEqualTo(Verdict.HARMFUL);
		}
	}

	static Stream<Workload> workloads() {
		return Stream.of(Workload.BLOCKING, Workload.MIXED);
	}

	@Test
	void whenACandidateTurnsHarmfulLaterThenItIsWithdrawnWithinASecond() throws InterruptedException {
		SimulatedService service = new SimulatedService(Workload.QUICK, Map.of(), new SplittableRandom(3));
		double[] exposed = new double[1];
		service.during(25, () -> {
			exposed[0] = service.exposed();
			service.workload(Workload.BLOCKING);
		});
		Trial trial = new Trial(service, Map.of("executor.type", "direct"), 4);
		assertThat(trial.verdict).isEqualTo(Verdict.HARMFUL);
		assertThat(service.exposed() - exposed[0]).isLessThan(1);
	}

	private static SimulatedService noisy(Workload workload, int seed) {
		SimulatedService service = new SimulatedService(workload, Map.of(), new SplittableRandom(seed));
		service.noise(0.2, 0.5);
		return service;
	}

	/** An experiment of at most two minutes. */
	private static final class Trial {

		private final Slices slices;

		private final Verdict verdict;

		private final long outsideBefore;

		Trial(SimulatedService service, Map<String, String> values, int seed) throws InterruptedException {
			Sample first = service.sample();
			int mostOpen = 0;
			for (int i = 0; i < 15; i++) {
				service.pause(1_000_000_000L);
				mostOpen = Math.max(mostOpen, service.sample().open());
			}
			Sample now = service.sample();
			this.outsideBefore = now.outside();
			Turns turns = service.alternate(new Candidate(Map.copyOf(values), "is tried"));
			this.slices = new Slices(service, turns, new Slices.Before(now.since(first), mostOpen, null), now,
					(calls) -> {
					});
			this.verdict = this.slices.run(120_000_000_000L, new SplittableRandom(seed), () -> null);
			turns.end("it is over");
			service.pause(5_000_000_000L);
		}

	}

}
