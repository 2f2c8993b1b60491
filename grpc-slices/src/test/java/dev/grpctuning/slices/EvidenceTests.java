package dev.grpctuning.slices;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link Evidence}, also by simulation of whole experiments of 90 and 180 units
 * of a second. In the units of slices of 50 and 100 ms on a busy machine, the logarithm
 * of a ratio has a standard deviation of 3 to 4 % in rate and CPU, and neighbours a
 * correlation of 0.1 to 0.2, in p50 up to 0.6.
 */
class EvidenceTests {

	private static final Evidence EVIDENCE = new Evidence(0.01);

	/** With 3 of 300, the interval of 95 % of Clopper and Pearson ends below 3 %. */
	@ParameterizedTest
	@CsvSource({ "0, 90, 3", "0.3, 90, 3", "0.6, 90, 6", "0.15, 180, 3" })
	void whenNothingDiffersThenHardlyAnyExperimentIsWrong(double correlation, int units, int most) {
		assertThat(wrong(Noise.autoregressive(0.035, correlation), units)).isLessThanOrEqualTo(most);
	}

	/** Rate, p50 and p99 of one server and itself. */
	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void whenTheNoiseIsRecordedThenOneExperimentInAHundredIsWrongAtMost(int column) {
		assertThat(wrong(Noise.recorded(column), 90)).isLessThanOrEqualTo(3);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0.04, 0.03, 90", "0.15, 0.04, 0.03, 90", "0.3, 0.035, 0.03, 90", "0.15, 0.01, 0.008, 90",
			"0.15, 0.035, 0.015, 180" })
	void whenSomethingDiffersThenNineExperimentsInTenFindIt(double correlation, double deviation, double effect,
			int units) {
		assertThat(found(Noise.autoregressive(deviation, correlation), units, effect)).isGreaterThanOrEqualTo(270);
	}

	/** The table of the documentation. */
	@ParameterizedTest
	@CsvSource({ "0.012, 90, 0.36, 90", "0.018, 90, 0.80, 88", "0.03, 90, 1, 42", "0.012, 180, 0.81, 180",
			"0.018, 180, 0.99, 90", "0.03, 180, 1, 43" })
	void whenTheDifferenceIsLargerThenMoreExperimentsShowItAndEndEarlier(double effect, int units, double shown,
			int half) {
		Noise noise = Noise.autoregressive(0.035, 0.15);
		RandomGenerator random = Noise.random(8);
		int[] ends = IntStream.range(0, 600).map((i) -> end(noise.units(random, units), effect)).toArray();
		assertThat(IntStream.of(ends).filter((end) -> end > 0).count() / 600.0).isCloseTo(shown, within(0.05));
		assertThat(
				IntStream.of(ends).map((end) -> (end > 0) ? end : units).sorted().skip(300).findFirst().orElseThrow())
			.isCloseTo(half, within(8));
	}

	private static int wrong(Noise noise, int units) {
		RandomGenerator random = Noise.random(6);
		return (int) IntStream.range(0, 300).filter((i) -> end(noise.units(random, units), 0) != 0).count();
	}

	private static int found(Noise noise, int units, double effect) {
		RandomGenerator random = Noise.random(7);
		return (int) IntStream.range(0, 300).filter((i) -> end(noise.units(random, units), effect) > 0).count();
	}

	/**
	 * Looks after each unit.
	 * @return number of units after which the interval left out 0, negative if it is
	 * below; 0 if it never did
	 */
	private static int end(double[] noise, double effect) {
		double[] units = Arrays.stream(noise).map((unit) -> unit + effect).toArray();
		for (int n = 1; n <= units.length; n++) {
			Interval interval = EVIDENCE.interval(Arrays.copyOf(units, n), n == units.length);
			if (!interval.contains(0)) {
				return (interval.low() > 0) ? n : -n;
			}
		}
		return 0;
	}

	/** One of two variants still warms up, and the other waits. */
	@Test
	void whenALargeDifferenceDriftsThenAFewUnitsShowIt() {
		assertThat(shown(25, (at) -> -1.8 + 0.12 * at / 24, -1.5)).isGreaterThanOrEqualTo(285);
	}

	/** What warms up, warms up ever more slowly. */
	@Test
	void whenALargeDifferenceSettlesThenAFewUnitsShowIt() {
		assertThat(shown(22, (at) -> -2 + 0.4 * Math.exp(-at / 3.0), -1)).isGreaterThanOrEqualTo(285);
	}

	private static long shown(int number, IntToDoubleFunction drift, double most) {
		RandomGenerator random = Noise.random(9);
		return IntStream.range(0, 300).filter((i) -> {
			double[] units = Noise.autoregressive(0.02, 0.15).units(random, number);
			Arrays.setAll(units, (at) -> drift.applyAsDouble(at) + units[at]);
			return EVIDENCE.interval(units, true).high() < most;
		}).count();
	}

	@Test
	void whenTheExperimentReachesItsEndThenTheIntervalIsThatOfStudent() {
		// 99.75 % of Student's distribution with 20 degrees of freedom, from a table.
		assertThat(EVIDENCE.critical(21, 20, true)).isCloseTo(3.1534, within(1e-3));
		double[] units = new double[100];
		Arrays.setAll(units, (i) -> 5 + i % 2);
		double margin = EVIDENCE.critical(100, 99, true) * Math.sqrt(0.25 / 99);
		assertThat(EVIDENCE.interval(units, true)).satisfies((interval) -> {
			assertThat(interval.low()).isCloseTo(5.5 - margin, within(1e-9));
			assertThat(interval.high()).isCloseTo(5.5 + margin, within(1e-9));
		});
		assertThat(EVIDENCE.interval(units, false).high()).isGreaterThan(5.5 + margin);
	}

	@Test
	void whenThereAreTooFewUnitsThenTheIntervalHasNoBounds() {
		for (int n = 0; n < 4; n++) {
			for (boolean planned : new boolean[] { false, true }) {
				assertThat(EVIDENCE.interval(new double[n], planned)).as(n + " units").isEqualTo(Interval.UNBOUNDED);
			}
		}
	}

	@Test
	void whenTheErrorIsNotPossibleThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Evidence(0))
			.withMessage("error: 0.0 (expected: > 0 and < 1)");
		assertThatIllegalArgumentException().isThrownBy(() -> new Evidence(0.01, 30, 1))
			.withMessage("looks: 1.0 (expected: > 0 and < 1)");
	}

}
