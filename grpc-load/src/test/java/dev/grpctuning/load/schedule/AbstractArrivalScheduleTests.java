package dev.grpctuning.load.schedule;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What goes for every {@link ArrivalSchedule}. */
abstract class AbstractArrivalScheduleTests {

	static final long SEED = 42;

	static final double NANOS = 1e9;

	abstract Arrivals arrivals();

	final ArrivalSchedule schedule(double callsPerSecond) {
		return arrivals().at(new Rate.Constant(callsPerSecond), SEED);
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0.25, 1, 3, 200, 12_345.678, 1_000_000 })
	void whenItIsTheFirstCallThenItIsDueAtTheStart(double rate) {
		assertThat(schedule(rate).dueNanos(0)).isZero();
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0.25, 1, 3, 200, 12_345.678, 1_000_000 })
	void whenCallsFollowEachOtherThenDueTimesDoNotDecrease(double rate) {
		ArrivalSchedule schedule = schedule(rate);
		long last = 0;
		for (long call = 1; call < 100_000; call++) {
			long due = schedule.dueNanos(call);
			assertThat(due).isGreaterThanOrEqualTo(last);
			last = due;
		}
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0.25, 3, 200, 12_345.678, 1_000_000 })
	void whenAWholeNumberOfBlocksHasPassedThenTheTotalRateIsExact(double rate) {
		for (long calls : new long[] { 1024, 1024 * 1000, 1024 * 1_000_000L }) {
			assertThat((double) schedule(rate).dueNanos(calls)).isCloseTo(calls / rate * NANOS,
					within(Math.max(1, calls / rate * NANOS * 1e-15)));
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 1023, 1024, 1025, 77_777, 10_000_000_000L })
	void whenAskedOutOfOrderThenADueTimeIsThatOfItsIndex(long call) {
		ArrivalSchedule schedule = schedule(200);
		long due = schedule.dueNanos(call);
		schedule.dueNanos(5);
		schedule.dueNanos(5_000_000);
		assertThat(schedule.dueNanos(call)).isEqualTo(due).isEqualTo(schedule(200).dueNanos(call));
	}

	@ParameterizedTest
	@ValueSource(doubles = { Double.MIN_VALUE, 1e-12 })
	void whenACallIsFurtherAwayThanALongCanSayThenItIsAsFarAsThat(double rate) {
		assertThat(schedule(rate).dueNanos(0)).isZero();
		assertThat(schedule(rate).dueNanos(100_000)).isEqualTo(Long.MAX_VALUE);
	}

}
