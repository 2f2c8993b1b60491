package dev.grpctuning.load.schedule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Rate}: figures that can be worked out by hand. */
class RateTests {

	private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

	@Test
	void whenRateRisesFromZeroThenCallsAreDueAtTheRootsOfTheirIndex() {
		// N(t) = 100 t / 10 * t / 2 = 5 t²
		Rate ramp = new Rate.Ramp(0, 100, TEN_SECONDS);
		assertThat(ramp.secondsAt(0)).isZero();
		assertThat(ramp.secondsAt(5)).isEqualTo(1, within(1e-15));
		assertThat(ramp.secondsAt(20)).isEqualTo(2, within(1e-15));
		assertThat(ramp.secondsAt(500)).isEqualTo(10);
		assertThat(ramp.at(5)).isEqualTo(50);
		assertThat(ramp.callsBefore(10)).isEqualTo(500);
	}

	@Test
	void whenRateFallsToZeroThenThereIsALastCall() {
		Rate ramp = new Rate.Ramp(100, 0, TEN_SECONDS);
		assertThat(ramp.secondsAt(499)).isEqualTo(10 - Math.sqrt(0.2), within(1e-12));
		assertThat(ramp.secondsAt(500)).isInfinite();
		assertThat(Arrivals.CONSTANT.at(ramp, 0).dueNanos(500)).isEqualTo(Long.MAX_VALUE);
		assertThat(ramp.longestGapSeconds()).isInfinite();
	}

	/**
	 * The inverse with fifty digits, by the form that has a difference in it: what
	 * rounding does to the form that is used.
	 */
	@ParameterizedTest
	@CsvSource({ "0, 1000, 86400", "1000, 0, 86400", "5000, 5000.001, 604800", "5000.001, 5000, 604800",
			"0.01, 1000000, 31536000", "1, 1000000, 10" })
	void whenCallsAreManyThenTheirTimesAreRightToSomeNanoseconds(double from, double to, long seconds) {
		Rate ramp = new Rate.Ramp(from, to, Duration.ofSeconds(seconds));
		double total = ramp.callsBefore(seconds);
		for (double share : new double[] { 1e-12, 1e-6, 0.1, 0.5, 0.9, 0.999 }) {
			double call = Math.floor(total * share);
			double exact = exactSeconds(from, to, seconds, call);
			assertThat(ramp.secondsAt(call)).isEqualTo(exact, within(Math.max(1e-9, exact * 1e-12)));
		}
	}

	private static double exactSeconds(double from, double to, long seconds, double call) {
		MathContext digits = new MathContext(50);
		BigDecimal a = new BigDecimal(from);
		BigDecimal slope = new BigDecimal(to).subtract(a).divide(BigDecimal.valueOf(seconds), digits);
		BigDecimal square = a.multiply(a).add(slope.multiply(new BigDecimal(call)).multiply(BigDecimal.TWO));
		return square.sqrt(digits).subtract(a).divide(slope, digits).doubleValue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "0.3", "3", "7", "333.333", "12345.678", "99999.9" })
	void whenAYearHasPassedThenDueTimesAreStillRight(String rate) {
		BigDecimal exact = new BigDecimal(rate);
		ArrivalSchedule schedule = Arrivals.CONSTANT.at(new Rate.Constant(exact.doubleValue()), 0);
		long year = exact.multiply(new BigDecimal(365 * 24 * 3600)).longValue();
		for (long call = year - 100; call < year; call++) {
			long due = new BigDecimal(call).multiply(new BigDecimal("1e9"))
				.divide(exact, 0, RoundingMode.HALF_UP)
				.longValueExact();
			assertThat(schedule.dueNanos(call)).isCloseTo(due, within(10L));
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenACallIsFurtherAwayThanALongCanSayThenItIsAsFarAsThat(Arrivals arrivals) {
		ArrivalSchedule schedule = arrivals.at(new Rate.Constant(Double.MIN_VALUE), 42);
		assertThat(schedule.dueNanos(0)).isZero();
		assertThat(schedule.dueNanos(100_000)).isEqualTo(Long.MAX_VALUE);
	}

}
