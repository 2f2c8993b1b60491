package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often {@link TuneSearch} recommends settings within 5 % of the best of the whole
 * space, and how often some that are worse than what is configured. Random search has the
 * same time, but needs no rounds. Prints a row of the table in docs/measurements.md for
 * each time.
 */
class TuneYardstickTests {

	private static final int SEEDS = Integer.getInteger("yardstick.services", 60);

	private static final double CLOSE = 0.95;

	private static final List<SimulatedService> SERVICES = LongStream.range(0, SEEDS)
		.mapToObj(SimulatedService::new)
		.toList();

	private static final double[] BEST = SERVICES.stream().mapToDouble(SimulatedService::best).toArray();

	@ParameterizedTest
	@CsvSource({ "3, 55", "5, 80", "15, 90" })
	void whenTheTimeIsTheSameThenTuneFindsTheBestFarMoreOftenThanRandomSearch(int minutes, int fewest) {
		Duration time = Duration.ofMinutes(minutes);
		List<Candidate> found = LongStream.range(0, SEEDS)
			.parallel()
			.mapToObj((seed) -> recommended(SimulatedTuning.recommendation(seed, trials(seed, time))))
			.toList();
		List<Candidate> random = LongStream.range(0, SEEDS)
			.parallel()
			.mapToObj((seed) -> new RandomSearch(trials(seed, time), seed).search())
			.toList();
		System.out.printf("| %d min | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.0f %% |%n", minutes,
				close(found), close(random), share(found), share(random), worse(found), worse(random));
		assertThat(close(found)).isGreaterThanOrEqualTo(fewest).isGreaterThanOrEqualTo(1.8 * close(random));
		assertThat(worse(found)).isLessThanOrEqualTo(1);
	}

	private static double close(List<Candidate> found) {
		return 100.0 * shares(found).filter((share) -> share >= CLOSE).count() / SEEDS;
	}

	/** How often they are worse than what is configured. */
	private static double worse(List<Candidate> found) {
		return 100.0 * IntStream.range(0, SEEDS)
			.filter((i) -> SERVICES.get(i).knee(found.get(i)) < SimulatedService.CONFIGURED)
			.count() / SEEDS;
	}

	/** Knees of the settings as shares of the best one. */
	private static DoubleStream shares(List<Candidate> found) {
		return IntStream.range(0, SEEDS).mapToDouble((i) -> SERVICES.get(i).knee(found.get(i)) / BEST[i]);
	}

	/** Median of the shares of the best, in per cent. */
	private static double share(List<Candidate> found) {
		return 100 * shares(found).sorted().skip(SEEDS / 2).findFirst().orElseThrow();
	}

	/** What a user sets: nothing if nothing is recommended. */
	private static Candidate recommended(Recommendation found) {
		return new Candidate(found.lines().stream().collect(Collectors.toMap(Line::knob, Line::value)));
	}

	private static SimulatedTuning trials(long seed, Duration time) {
		return new SimulatedTuning(seed, SERVICES.get((int) seed)::knee, time, true);
	}

}
