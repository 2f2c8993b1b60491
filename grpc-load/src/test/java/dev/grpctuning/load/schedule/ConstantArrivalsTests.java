package dev.grpctuning.load.schedule;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Arrivals#CONSTANT}. */
class ConstantArrivalsTests extends AbstractArrivalScheduleTests {

	@Override
	Arrivals arrivals() {
		return Arrivals.CONSTANT;
	}

	@Test
	void whenRateIsAWholeNumberThenCallsAreEvenlyDistant() {
		ArrivalSchedule schedule = schedule(200);
		for (int call = 0; call < 100_000; call++) {
			assertThat(schedule.dueNanos(call)).isEqualTo(call * 5_000_000L);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "0.3", "3", "7", "333.333", "12345.678", "99999.9" })
	void whenAYearHasPassedThenDueTimesAreStillRight(String rate) {
		BigDecimal exact = new BigDecimal(rate);
		ArrivalSchedule schedule = schedule(exact.doubleValue());
		long year = exact.multiply(new BigDecimal(365 * 24 * 3600)).longValue();
		for (long call = year - 100; call < year; call++) {
			long due = new BigDecimal(call).multiply(new BigDecimal("1e9"))
				.divide(exact, 0, RoundingMode.HALF_UP)
				.longValueExact();
			assertThat(schedule.dueNanos(call)).isCloseTo(due, within(10L));
		}
	}

}
