package dev.grpctuning.slices;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.slices.ManyDifferences.Difference;
import dev.grpctuning.slices.ManyDifferences.Sides;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ManyDifferences} by simulated profiles of three JVMs of each side. A
 * call takes 20 µs in 80 methods, of which the first takes 5 %.
 */
class ManyDifferencesTests {

	private static final int UNITS = 3;

	private static final int EXPERIMENTS = 400;

	private static final double CALL_NANOS = 20_000;

	private static final double SLOWED_SHARE = 0.05;

	private static final int FEWEST_SAMPLES = 60;

	/** In each experiment, any method that is shown is wrong. */
	@ParameterizedTest
	@CsvSource({ "7000, 0, 0", "7000, 0.03, 0", "20000, 0.03, 0", "20000, 0.05, 8", "40000, 0.05, 8" })
	void whenNothingDiffersThenOneExperimentInTwentyIsWrongAtMost(int samples, double lasting, int freedom) {
		assertThat(experiments(samples, lasting, freedom, 0)
			.filter((differences) -> differences.values().stream().anyMatch(Difference::shown))
			.count()).isLessThanOrEqualTo(EXPERIMENTS / 20);
	}

	@ParameterizedTest
	@CsvSource({ "20000, 0.03, 0", "40000, 0.03, 0", "40000, 0.05, 8" })
	void whenOneDiffersThenOneInTwentyThatAreShownIsWrongAtMost(int samples, double lasting, int freedom) {
		double wrong = experiments(samples, lasting, freedom, 0.2).mapToDouble((differences) -> {
			List<String> shown = shown(differences);
			return shown.isEmpty() ? 0
					: shown.stream().filter((name) -> !name.equals("0")).count() / (double) shown.size();
		}).average().orElseThrow();
		assertThat(wrong).isLessThanOrEqualTo(0.05);
	}

	/** A method of 5 % that takes 20 % longer is 1 % of the CPU time. */
	@ParameterizedTest
	@CsvSource({ "40000, 0, 0", "40000, 0.03, 0", "80000, 0.05, 8" })
	void whenAMethodIsSlowerByOnePercentOfTheCpuThenItIsFirstInEightOfTenExperiments(int samples, double lasting,
			int freedom) {
		long first = experiments(samples, lasting, freedom, 0.2).map(ManyDifferencesTests::shown)
			.filter((shown) -> !shown.isEmpty() && shown.get(0).equals("0"))
			.count();
		assertThat(first).isGreaterThanOrEqualTo(EXPERIMENTS * 8 / 10);
	}

	/** The interval is wider than one of 95 %, because the method was selected. */
	@Test
	void whenADifferenceIsShownThenItsIntervalHasTheTrueOneInNineteenOfTwentyCases() {
		List<Difference> shown = experiments(40_000, 0.03, 0, 0.2).map((differences) -> differences.get("0"))
			.filter(Difference::shown)
			.toList();
		assertThat(shown).filteredOn((difference) -> difference.interval().contains(0.2 * SLOWED_SHARE * CALL_NANOS))
			.hasSizeGreaterThanOrEqualTo(shown.size() * 19 / 20);
	}

	@Test
	void whenThereIsOneUnitOfEachSideThenNothingIsCompared() {
		Sides sides = new Sides(new double[] { 1 }, new double[] { 2 }, 0.1);
		assertThat(ManyDifferences.of(Map.of("a", sides), 1, 0.05)).isEmpty();
		assertThat(ManyDifferences.of(Map.of(), UNITS, 0.05)).isEmpty();
	}

	private static List<String> shown(Map<String, Difference> differences) {
		return differences.entrySet().stream().filter((each) -> each.getValue().shown()).map(Entry::getKey).toList();
	}

	private static Stream<Map<String, Difference>> experiments(int samples, double lasting, int freedom,
			double slower) {
		RandomGenerator random = new SplittableRandom(11);
		return IntStream.range(0, EXPERIMENTS)
			.mapToObj((i) -> ManyDifferences.of(profile(random, samples, lasting, freedom, slower), UNITS, 0.05));
	}

	/**
	 * Profiles in which methods are sampled.
	 * @param samples samples in all JVMs of a side
	 * @param lasting share by which the CPU time of a method differs between two JVMs
	 * @param freedom how alike these shares are: degrees of freedom of the chi-squared
	 * distribution of their inverse squares, or 0 if they are the same
	 * @param slower by which share the first method of the second side is slower
	 */
	private static Map<String, Sides> profile(RandomGenerator random, int samples, double lasting, int freedom,
			double slower) {
		double nanos = CALL_NANOS * UNITS / samples;
		Map<String, Sides> profile = new LinkedHashMap<>();
		for (int method = 0; method < 80; method++) {
			double share = (method == 0) ? SLOWED_SHARE : (1 - SLOWED_SHARE) / 3.35 / (method + 2);
			double own = lasting * ((freedom > 0)
					? Math.sqrt((freedom - 2.0)
							/ DoubleStream.generate(() -> Math.pow(random.nextGaussian(), 2)).limit(freedom).sum())
					: 1);
			double mean = share * samples / UNITS;
			double[] first = counts(random, mean, own);
			double[] second = counts(random, mean * ((method == 0) ? 1 + slower : 1), own);
			double all = DoubleStream.concat(DoubleStream.of(first), DoubleStream.of(second)).sum();
			if (all >= FEWEST_SAMPLES) {
				profile.put(String.valueOf(method),
						new Sides(DoubleStream.of(first).map((count) -> count * nanos).toArray(),
								DoubleStream.of(second).map((count) -> count * nanos).toArray(),
								all * nanos * nanos / 2 / UNITS));
			}
		}
		return profile;
	}

	private static double[] counts(RandomGenerator random, double mean, double lasting) {
		return DoubleStream
			.generate(() -> poisson(random, mean * Math.exp(lasting * random.nextGaussian() / Math.sqrt(2))))
			.limit(UNITS)
			.toArray();
	}

	private static double poisson(RandomGenerator random, double mean) {
		double count = -1;
		for (double left = mean; left >= 0; left += Math.log(1 - random.nextDouble())) {
			count++;
		}
		return count;
	}

}
