package dev.grpctuning.load.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.config.PrecisionGoal;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.stats.Precision;
import dev.grpctuning.load.stats.Precision.PercentileInterval;
import dev.grpctuning.load.stats.SimulatedCalls;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link UntilPrecise}. */
class UntilPreciseTests {

	private static final int RUNS = 60;

	/** With the seeds as they are, the same runs each time. */
	@ParameterizedTest
	@CsvSource({ "INDEPENDENT, p50 ± 3%, 200", "INDEPENDENT, p99 ± 10%, 200", "AUTOREGRESSIVE, p99 ± 20%, 200",
			"WITH_PAUSES, p99 ± 30%, 1000" })
	void whenRunsEndAsSoonAsTheyArePreciseThenTheIntervalHoldsTheTruth(SimulatedCalls kind, String goal,
			int perSecond) {
		LatencyFigure figure = Objects.requireNonNull(PrecisionGoal.valueOf(goal).percentile());
		double truth = kind.truth(figure, perSecond);
		int held = 0;
		int early = 0;
		for (int seed = 0; seed < RUNS; seed++) {
			Simulated run = new Simulated(goal, 120);
			run.drive(kind.calls(new SplittableRandom(seed), perSecond), perSecond);
			Interval interval = run.interval(figure);
			held += (interval == null || SimulatedCalls.holds(interval, truth)) ? 1 : 0;
			early += run.ends.contains(StopReason.PRECISE) ? 1 : 0;
		}
		assertThat(early).isGreaterThan(RUNS / 2);
		assertThat((double) held / RUNS).isGreaterThanOrEqualTo(0.93);
	}

	@Test
	void whenTheIntervalIsNarrowThenTheRunEndsAfterTenSecondsAtTheEarliest() {
		Simulated run = new Simulated("p50 ± 5%", 600);
		run.drive(SimulatedCalls.INDEPENDENT.calls(new SplittableRandom(1), 1000), 1000);
		assertThat(run.ends).containsExactly(StopReason.PRECISE);
		assertThat(run.seconds).isEqualTo(10);
		assertThat(Objects.requireNonNull(run.until.reached()).line()).startsWith("p50 ± 5 %: ± ").endsWith(", held");
		assertThat(run.until.missed()).isNull();
		assertThat(run.until.precision().error()).isLessThan(Precision.ERROR);
	}

	@Test
	void whenTheDurationIsFarTooShortThenTheRunEndsAtItsHalfAndSaysWhatItTakes() {
		Simulated run = new Simulated("p99 +- 1%", 60);
		run.drive(SimulatedCalls.INDEPENDENT.calls(new SplittableRandom(1), 200), 200);
		assertThat(run.ends).containsExactly(StopReason.IMPRECISE);
		assertThat(run.seconds).isEqualTo(30);
		assertThat(Objects.requireNonNull(run.until.reached()).held()).isFalse();
		assertThat(run.until.missed())
			.matches("load\\.until: p99 is ± [\\d.]+ % after 30 s; ± 1 % takes about [\\d,]+ s; "
					+ "set --duration=\\d+s or a larger share\\.");
	}

	@Test
	void whenTheTailCannotBeMeasuredThenTheRunEndsAtItsHalf() {
		Simulated run = new Simulated("p99.9 ± 50%", 60);
		run.drive(SimulatedCalls.INDEPENDENT.calls(new SplittableRandom(1), 20), 20);
		assertThat(run.ends).containsExactly(StopReason.IMPRECISE);
		assertThat(run.until.missed()).matches(
				"load\\.until: p99\\.9 is unknown \\(too few calls\\) after 30 s; ± 50 % takes more than \\d+ s; .*");
	}

	@Test
	void whenTheDurationIsALittleTooShortThenTheRunTakesAllOfIt() {
		Simulated run = new Simulated("p99 ± 5%", 60);
		run.drive(SimulatedCalls.INDEPENDENT.calls(new SplittableRandom(1), 200), 200);
		assertThat(run.ends).isEmpty();
		assertThat(run.until.missed()).contains("after 60 s");
	}

	@Test
	void whenTheRateIsTheGoalThenItEndsTheRun() {
		Simulated run = new Simulated("rate ± 2%", 60);
		run.drive(SimulatedCalls.INDEPENDENT.calls(new SplittableRandom(1), 200), 200);
		assertThat(run.ends).containsExactly(StopReason.PRECISE);
	}

	@Test
	void whenThereIsNoGoalThenTheRunIsAsPlanned() {
		UntilPrecise until = new UntilPrecise((progress) -> {
		}, null, Duration.ofSeconds(60));
		assertThat(until.reached()).isNull();
		assertThat(until.missed()).isNull();
		assertThat(until.precision().error()).isEqualTo(Precision.ERROR);
	}

	/** A run whose seconds take no time. */
	private static final class Simulated {

		private final UntilPrecise until;

		private final List<StopReason> ends = new ArrayList<>();

		private final int longest;

		private int seconds;

		Simulated(String goal, int longest) {
			this.until = new UntilPrecise((progress) -> {
			}, PrecisionGoal.valueOf(goal), Duration.ofSeconds(longest));
			this.until.ends(this.ends::add);
			this.longest = longest;
		}

		void drive(DoubleSupplier calls, int perSecond) {
			while (this.seconds < this.longest && this.ends.isEmpty()) {
				LatencyInterval second = new LatencyInterval();
				second.response().add(SimulatedCalls.second(calls, perSecond));
				this.until.interval(second, Instant.ofEpochSecond(this.seconds), Instant.ofEpochSecond(++this.seconds));
			}
		}

		@Nullable Interval interval(LatencyFigure figure) {
			return this.until.precision()
				.response()
				.stream()
				.filter((each) -> each.percentile().equals(figure.title()))
				.findFirst()
				.map(PercentileInterval::interval)
				.orElse(null);
		}

	}

}
