package dev.grpctuning.load.schedule;

import java.time.Duration;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What goes for every {@link Rate} and for the calls that come of it. */
class RatePropertyTests {

	private static final double WEEK = Duration.ofDays(7).toSeconds();

	@Property(seed = "20260101", tries = 300)
	void callsComeInTheirOrder(@ForAll("rates") Rate rate, @ForAll Arrivals arrivals, @ForAll long seed,
			@ForAll @LongRange(max = 10_000_000_000_000L) long first) {
		ArrivalSchedule schedule = arrivals.at(rate, seed);
		long last = schedule.dueNanos(first);
		assertThat(last).isNotNegative();
		for (long call = first + 1; call < first + 200; call++) {
			long due = schedule.dueNanos(call);
			// A double holds times after some months to a few nanoseconds only.
			assertThat(due).isGreaterThanOrEqualTo(last - Math.round(last * 1e-15));
			last = due;
		}
	}

	@Property(seed = "20260101", tries = 1000)
	void asManyCallsComeInThePlannedTimeAsItsRateAsksFor(@ForAll("rates") Rate rate, @ForAll Arrivals arrivals,
			@ForAll long seed, @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long nanos) {
		double asked = rate.callsBefore(nanos / 1e9);
		long counted = count(arrivals.at(rate, seed, Duration.ofNanos(nanos)), nanos);
		assertThat((double) counted).isCloseTo(asked, within(1.001 + asked * 1e-12));
	}

	/** How many calls are due before a time: the index of the first one that is not. */
	private static long count(ArrivalSchedule schedule, long end) {
		long least = -1;
		long most = 1L << 50;
		while (most - least > 1) {
			long middle = (least + most) >>> 1;
			if (schedule.dueNanos(middle) < end) {
				least = middle;
			}
			else {
				most = middle;
			}
		}
		return most;
	}

	@Property(seed = "20260101", tries = 500)
	void theTimeOfACallIsTheInverseOfTheCallsBeforeATime(@ForAll("rates") Rate rate,
			@ForAll @DoubleRange(max = 1e12) double calls) {
		double seconds = rate.secondsAt(calls);
		Assume.that(seconds < WEEK);
		assertThat(rate.callsBefore(seconds)).isCloseTo(calls, within(1e-6 + calls * 1e-9));
	}

	@Property(seed = "20260101", tries = 500)
	void theCallsBeforeATimeAreTheIntegralOfTheRate(@ForAll("rates") Rate rate,
			@ForAll @DoubleRange(max = 300) double seconds) {
		double sum = 0;
		int slices = 20_000;
		for (int i = 0; i < slices; i++) {
			sum += rate.at((i + 0.5) * seconds / slices) * seconds / slices;
		}
		// A slice with a step in it is off by at most what that step is.
		assertThat(rate.callsBefore(seconds)).isCloseTo(sum, within(1e-6 + highest(rate) * 30 * seconds / slices));
	}

	private static double highest(Rate rate) {
		return switch (rate) {
			case Rate.Constant constant -> constant.callsPerSecond();
			case Rate.Ramp ramp -> Math.max(ramp.from(), ramp.to());
			case Rate.Steps steps -> steps.rates().stream().max(Double::compare).orElseThrow();
		};
	}

	@Property(seed = "20260101", tries = 300)
	void noTwoEvenCallsAreFurtherApartThanTheLongestGap(@ForAll("rates") Rate rate,
			@ForAll @IntRange(max = 2000) int call) {
		double gap = rate.secondsAt(call + 1) - rate.secondsAt(call);
		Assume.that(gap < WEEK);
		assertThat(gap).isLessThanOrEqualTo(rate.longestGapSeconds() * (1 + 1e-6) + 1e-6);
	}

	@Property(seed = "20260101", tries = 100)
	void calledAgainInAnyOrderACallIsDueAtTheSameTime(@ForAll("rates") Rate rate, @ForAll Arrivals arrivals,
			@ForAll List<@LongRange(max = 100_000_000_000L) Long> calls) {
		ArrivalSchedule schedule = arrivals.at(rate, 7);
		for (long call : calls) {
			assertThat(schedule.dueNanos(call)).isEqualTo(arrivals.at(rate, 7).dueNanos(call));
		}
	}

	@Property(seed = "20260101", tries = 200)
	void randomCallsAreNeverFarFromEvenOnes(@ForAll("rates") Rate rate, @ForAll long seed,
			@ForAll @LongRange(max = 1_000_000_000L) long call) {
		ArrivalSchedule even = Arrivals.CONSTANT.at(rate, 0);
		long block = call / 1024 * 1024;
		assertThat(Arrivals.POISSON.at(rate, seed).dueNanos(call)).isBetween(even.dueNanos(block),
				even.dueNanos(block + 1024));
		assertThat(Arrivals.POISSON.at(rate, seed).dueNanos(block)).isEqualTo(even.dueNanos(block));
	}

	@Property(seed = "20260101", tries = 200)
	void clientsThatShareAScheduleDriveEachOfItsCallsOnce(@ForAll("rates") Rate rate, @ForAll Arrivals arrivals,
			@ForAll @IntRange(min = 1, max = 9) int clients, @ForAll @LongRange(max = 1_000_000_000L) long call) {
		ArrivalSchedule whole = arrivals.at(rate, 3);
		Shard shard = new Shard((int) (call % clients), clients);
		assertThat(shard.of(arrivals.at(rate, 3)).dueNanos(call / clients)).isEqualTo(whole.dueNanos(call));
	}

	@Provide
	Arbitrary<Rate> rates() {
		Arbitrary<Duration> times = Arbitraries.longs().between(1, 200_000).map(Duration::ofMillis);
		Arbitrary<Double> some = Arbitraries.doubles().between(0.01, 1_000_000);
		Arbitrary<Double> any = Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(5, some),
				net.jqwik.api.Tuple.of(1, Arbitraries.just(0.0)));
		Arbitrary<Rate> constant = some.map(Rate.Constant::new);
		Arbitrary<Rate> ramp = Combinators.combine(any, any, times)
			.filter((from, to, over) -> from > 0 || to > 0)
			.as(Rate.Ramp::new);
		Arbitrary<Rate> steps = Combinators
			.combine(any.list().ofMinSize(1).ofMaxSize(12).filter((rates) -> rates.stream().anyMatch((r) -> r > 0)),
					times)
			.as(Rate.Steps::new);
		return Arbitraries.oneOf(constant, ramp, steps);
	}

}
