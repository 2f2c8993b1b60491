package dev.grpctuning.autopilot;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

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
		Sample first = service.sample();
		service.pause(15_000_000_000L);
		Sample now = service.sample();
		Turns turns = service.alternate(new Candidate(Map.copyOf(values), "is harmful"));
		Slices slices = new Slices(service, turns, new Slices.Before(now.since(first), now.open(), null), now,
				(calls) -> {
				});
		Verdict verdict = slices.run(300_000_000_000L, new SplittableRandom(2), () -> null);
		turns.end("it is over");
		service.pause(5_000_000_000L);
		assertThat(verdict).isEqualTo(Verdict.HARMFUL);
		assertThat(slices.detail()).isNotEmpty();
		assertThat(service.exposed()).isLessThan(1);
		// An hour of such calls.
		assertThat(service.outside() - now.outside()).isLessThan((long) (workload.rate(0) * 3600 / 1000));
	}

}
