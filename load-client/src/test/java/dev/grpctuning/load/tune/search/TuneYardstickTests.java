package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often {@link TuneSearch} finds settings within 5 % of the best of the whole space:
 * those that go from the races into the rounds, and those that it recommends. Random
 * search has the same time, but needs no rounds. Prints a row of the table in
 * docs/measurements.md for each time. Five minutes are too short: the first race takes
 * all of them.
 */
class TuneYardstickTests {

	private static final int SEEDS = 150;

	private static final double CLOSE = 0.95;

	private static final List<SimulatedService> SERVICES = LongStream.range(0, SEEDS)
		.mapToObj(SimulatedService::new)
		.toList();

	private static final double[] BEST = SERVICES.stream().mapToDouble(SimulatedService::best).toArray();

	@ParameterizedTest
	@CsvSource({ "5, 8, 0.5", "10, 48, 1.5", "15, 55, 1.5", "30, 60, 1.5" })
	void whenThereAreTenMinutesOrMoreThenTuneFindsTheBestFarMoreOftenThanRandomSearch(int minutes, int fewest,
			double times) {
		Duration time = Duration.ofMinutes(minutes);
		List<Recommendation> all = LongStream.range(0, SEEDS).mapToObj((seed) -> tune(seed, time)).toList();
		double found = share((seed) -> isClose(seed, raced(all.get((int) seed))));
		double recommended = share((seed) -> isClose(seed, candidate(all.get((int) seed).lines())));
		double random = share((seed) -> isClose(seed, random(seed, time)));
		System.out.printf("| %d min | %.0f %% | %.0f %% | %.0f %% |%n", minutes, found, recommended, random);
		assertThat(found).isGreaterThanOrEqualTo(fewest).isGreaterThanOrEqualTo(times * random);
	}

	private static double share(LongPredicate close) {
		return 100.0 * LongStream.range(0, SEEDS).filter(close).count() / SEEDS;
	}

	private static boolean isClose(long seed, Candidate found) {
		return SERVICES.get((int) seed).knee(found) >= CLOSE * BEST[(int) seed];
	}

	private static Recommendation tune(long seed, Duration time) {
		return SimulatedTuning.recommendation(seed, new SimulatedTuning(seed, SERVICES.get((int) seed)::knee, time));
	}

	/** Settings that went into the rounds: the recommended lines and those left out. */
	private static Candidate raced(Recommendation found) {
		Map<String, String> knobs = new HashMap<>();
		if (found.best() != null) {
			knobs.putAll(found.best().knobs());
		}
		knobs.putAll(candidate(found.dropped()).knobs());
		return new Candidate(knobs);
	}

	private static Candidate candidate(List<Line> lines) {
		return new Candidate(lines.stream().collect(Collectors.toMap(Line::knob, Line::value)));
	}

	private static Candidate random(long seed, Duration time) {
		return new RandomSearch(new SimulatedTuning(seed, SERVICES.get((int) seed)::knee, time), seed).search();
	}

}
