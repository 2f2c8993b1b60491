package dev.grpctuning.load.engine;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.Simulation.Measured;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

/**
 * What is measured at servers whose answer is known, in a world where nothing else takes
 * time: the percentiles are those of theory, but for the three digits of a histogram and
 * the 2 µs that the clock of this world may jump.
 * <p>
 * The server that stops does so for the last second of each ten. Of calls that are due at
 * equal distances, one in ten finds it stopped and waits for the rest of that second. So
 * 90 % of the response times are the service time {@code S}, and the others are spread
 * evenly over the second above it: the percentile {@code p} above 90 is
 * {@code S + (p - 90) / 10 s}.
 */
class TruthTests {

	private static final double[] PERCENTILES = { 1, 25, 50, 75, 89, 91, 95, 99, 99.9 };

	private static final long SERVICE = Duration.ofMillis(2).toNanos();

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private static final Duration HUNDRED_SECONDS = Duration.ofSeconds(100);

	private static final int MANY = 1_000_000;

	static Stream<LoadModel> models() {
		Duration ten = Duration.ofSeconds(10);
		return Stream.of(
				new LoadModel.Burst(new BurstSchedule(20, 500, Duration.ofMillis(200), Pacing.SCHEDULE), Warmup.NONE),
				new LoadModel.Burst(new BurstSchedule(20, 500, Duration.ofMillis(200), Pacing.PAUSE),
						new Warmup.Fixed(Duration.ofSeconds(1))),
				new LoadModel.Closed(new Concurrency.Constant(7), new Warmup.Fixed(Duration.ofSeconds(1)), ten),
				new LoadModel.Closed(new Concurrency.Ramp(1, 20, ten), Warmup.NONE, ten),
				new LoadModel.Closed(new Concurrency.Steps(List.of(5, 0, 30, 1), Duration.ofMillis(2500)), Warmup.NONE,
						ten),
				open(new Rate.Constant(1000), Arrivals.CONSTANT), open(new Rate.Constant(1000), Arrivals.POISSON),
				open(new Rate.Ramp(0, 2000, ten), Arrivals.CONSTANT),
				open(new Rate.Ramp(1000, 10, ten), Arrivals.POISSON),
				open(new Rate.Steps(List.of(50.0, 0.0, 500.0), Duration.ofSeconds(10)), Arrivals.CONSTANT));
	}

	@ParameterizedTest
	@MethodSource("models")
	void whenEveryCallTakesTheSameThenEveryPercentileIsThat(LoadModel model) {
		Measured measured = Simulation.run(model, MANY, (arrival) -> arrival + SERVICE);
		assertThat(measured.started()).isGreaterThan(1000);
		for (double percentile : PERCENTILES) {
			assertMicros(measured.latencies().response(), percentile, 2000);
			assertMicros(measured.latencies().service(), percentile, 2000);
		}
		assertThat(measured.saturated()).isFalse();
	}

	/**
	 * A server that delays each hundredth call by 200 ms. Of 64 calls a part is always
	 * delayed, whose answers come after the last call was started.
	 */
	@ParameterizedTest
	@MethodSource("lengths")
	void whenARunIsShortThenItsRateIsThatOfALongOne(String name, Function<Duration, LoadModel> model) {
		double shortRate = Simulation.run(model.apply(Duration.ofMillis(500)), MANY, new EveryHundredth()).perSecond();
		double longRate = Simulation.run(model.apply(Duration.ofSeconds(10)), MANY, new EveryHundredth()).perSecond();
		assertThat(shortRate).isCloseTo(longRate, withinPercentage(4));
	}

	static Stream<Arguments> lengths() {
		Warmup warmup = new Warmup.Fixed(Duration.ofSeconds(1));
		return Stream.of(
				length("closed", (length) -> new LoadModel.Closed(new Concurrency.Constant(64), warmup, length)),
				length("a number of calls",
						(length) -> new LoadModel.Closed(new Concurrency.Constant(64), warmup, LoadModel.UNTIL_CALLED,
								length.toMillis() * 12)),
				// The delayed calls of a step last into the next.
				length("closed ramp",
						(length) -> new LoadModel.Closed(new Concurrency.Ramp(56, 72, length), warmup, length)),
				length("closed steps",
						(length) -> new LoadModel.Closed(new Concurrency.Steps(List.of(64, 48), length.dividedBy(2)),
								warmup, length)),
				length("constant rate", (length) -> open(new Rate.Constant(2000), Arrivals.CONSTANT, warmup, length)),
				length("random calls", (length) -> open(new Rate.Constant(10_000), Arrivals.POISSON, warmup, length)),
				length("rate ramp",
						(length) -> open(new Rate.Ramp(1000, 2000, length), Arrivals.CONSTANT, warmup, length)),
				length("rate steps", (length) -> open(new Rate.Steps(List.of(1000.0, 2000.0), length.dividedBy(2)),
						Arrivals.CONSTANT, warmup, length)));
	}

	private static Arguments length(String name, Function<Duration, LoadModel> model) {
		return Arguments.of(name, model);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 64, 100, 6400 })
	void whenMostCallsAreOpenWhenTheLastIsStartedThenTheRateIsThatOfAllCalls(int calls) {
		LoadModel model = new LoadModel.Closed(new Concurrency.Constant(64), Warmup.NONE, LoadModel.UNTIL_CALLED,
				calls);
		double rounds = (calls == 100) ? 2 : (calls - 1) / 64 + ((calls <= 64) ? 1 : 0);
		assertThat(Simulation.run(model, MANY, (arrival) -> arrival + SERVICE).perSecond())
			.isCloseTo(Math.min(calls, 64 * rounds) / (rounds * 0.002), withinPercentage(1));
	}

	@Test
	void whenTheServerStopsThenTheOpenModelSaysWhatEverybodyHadToWait() {
		assertStops(Simulation.run(open(new Rate.Constant(1000), Arrivals.CONSTANT), MANY, TruthTests::stopping)
			.latencies()
			.response(), 2000);
	}

	@Test
	void whenTheServerStopsThenBurstsSayTheSame() {
		LoadModel bursts = new LoadModel.Burst(new BurstSchedule(10_000, 10, Duration.ofMillis(10), Pacing.SCHEDULE),
				Warmup.NONE);
		assertStops(Simulation.run(bursts, MANY, TruthTests::stopping).latencies().response(), 12_000);
	}

	@Test
	void whenTheSenderHasToWaitThenResponseTimesStayAndServiceTimesHideIt() {
		// One call at a time takes its 2 ms: at 100 a second there is time enough for it
		// while the server goes, and 100 calls have to wait when it stops.
		LoadModel model = open(new Rate.Constant(100), Arrivals.CONSTANT);
		Measured measured = Simulation.run(model, 1, TruthTests::stopping);
		assertThat(measured.saturated()).isTrue();
		assertMicros(measured.latencies().service(), 99, 2000);
		// The calls of a stop are sent one after the other when it is over, 2 ms and what
		// the sender sleeps apart, and so are those that become due meanwhile.
		double p95 = TimeUnit.NANOSECONDS.toMicros(SERVICE + SECOND / 2);
		assertThat((double) measured.latencies().response().getValueAtPercentile(95)).isBetween(p95, p95 * 1.4);
		assertThat(measured.latencies().response().getValueAtPercentile(99)).isGreaterThan(890_000);
	}

	@Test
	void whenTheServerStopsThenTheClosedModelHidesIt() {
		Measured measured = Simulation.run(
				new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, HUNDRED_SECONDS), MANY,
				TruthTests::stopping);
		// 4,500 calls in nine seconds, and one in the tenth.
		assertThat(measured.started()).isBetween(44_900L, 45_020L);
		for (double percentile : new double[] { 50, 99, 99.9 }) {
			assertMicros(measured.latencies().response(), percentile, 2000);
		}
		assertMicros(measured.latencies().response(), 100, 1_002_000);
	}

	@ParameterizedTest
	@MethodSource("changingRates")
	void whenTheRateChangesThenPercentilesAreThoseOfEachCallForItself(Rate rate, LongStream due) {
		Measured measured = Simulation.run(open(rate, Arrivals.CONSTANT), MANY, TruthTests::stopping);
		assertEach(measured, due);
	}

	/** Due times worked out another way than by the formulas of {@link Rate}. */
	static Stream<Object[]> changingRates() {
		// N(t) = 5 t², so that call n is due after sqrt(n / 5) seconds: 50,000 in 100 s.
		return Stream.of(
				new Object[] { new Rate.Ramp(0, 1000, HUNDRED_SECONDS),
						LongStream.range(0, 50_000).map((n) -> Math.round(Math.sqrt(n / 5.0) * SECOND)) },
				// 50 s of 100 a second, 50 s of 400 a second.
				new Object[] { new Rate.Steps(List.of(100.0, 400.0), Duration.ofSeconds(50)),
						LongStream.concat(LongStream.range(0, 5000).map((n) -> n * 10_000_000),
								LongStream.range(0, 20_000).map((n) -> 50 * SECOND + n * 2_500_000)) });
	}

	@Test
	void whenAFileIsReplayedThenPercentilesAreThoseOfEachCallForItself(@TempDir Path folder) throws IOException {
		Path file = folder.resolve("times.txt");
		long[] millis = LongStream.range(0, 30_000).map((n) -> n * 3 + n % 7 / 3).sorted().toArray();
		try (BufferedWriter writer = Files.newBufferedWriter(file)) {
			for (long due : millis) {
				writer.write(due / 1000 + String.format(".%03d%n", due % 1000));
			}
		}
		Replay replay = Replay.check(file);
		Measured measured = Simulation.run(new LoadModel.Open(new ArrivalPlan.OfFile(replay, Shard.ALL),
				Duration.ofMillis(10), 0.01, Warmup.NONE, Duration.ofNanos(replay.lengthNanos() + 1)), MANY,
				TruthTests::stopping);
		assertEach(measured, Arrays.stream(millis).map(TimeUnit.MILLISECONDS::toNanos));
	}

	/**
	 * Compares with theory.
	 * @param toleranceMicros twice the time between two calls: theory knows of no gaps
	 */
	private static void assertStops(Histogram responses, long toleranceMicros) {
		for (double percentile : new double[] { 1, 50, 89 }) {
			assertMicros(responses, percentile, 2000);
		}
		for (double percentile : new double[] { 91, 95, 99, 99.9 }) {
			double expected = 2000 + (percentile - 90) / 10 * 1e6;
			assertThat((double) responses.getValueAtPercentile(percentile)).as("p%s", percentile)
				.isCloseTo(expected, within(expected * 0.001 + toleranceMicros));
		}
	}

	private static void assertEach(Measured measured, LongStream due) {
		long[] responses = due.map((nanos) -> stopping(nanos) - nanos).sorted().toArray();
		assertThat(measured.started()).isEqualTo(responses.length);
		for (double percentile : PERCENTILES) {
			// 99.9 / 100 is a bit too much for a double.
			int rank = (int) Math.ceil(Math.nextDown(percentile) / 100 * responses.length);
			assertMicros(measured.latencies().response(), percentile, responses[rank - 1] / 1e3);
		}
	}

	private static void assertMicros(Histogram micros, double percentile, double expected) {
		assertThat((double) micros.getValueAtPercentile(percentile)).as("p%s", percentile)
			.isCloseTo(expected, within(expected * 0.001 + 2));
	}

	/** Takes its service time, but stands still in the last second of each ten. */
	private static long stopping(long arrival) {
		long end = arrival + SERVICE;
		long stop = arrival / (10 * SECOND) * 10 * SECOND + 9 * SECOND;
		if (arrival >= stop) {
			return stop + SECOND + SERVICE;
		}
		return (end > stop) ? end + SECOND : end;
	}

	private static LoadModel open(Rate rate, Arrivals arrivals) {
		Duration duration = switch (rate) {
			case Rate.Constant constant -> HUNDRED_SECONDS;
			case Rate.Ramp ramp -> ramp.over();
			case Rate.Steps steps -> steps.each().multipliedBy(steps.rates().size());
		};
		return open(rate, arrivals, Warmup.NONE, duration);
	}

	private static LoadModel open(Rate rate, Arrivals arrivals, Warmup warmup, Duration length) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, arrivals, 7, Shard.ALL), Duration.ofMillis(10), 0.01,
				warmup, length);
	}

	/** Delays every hundredth call, and takes 3 ms for the others. */
	private static final class EveryHundredth implements LongUnaryOperator {

		private long calls;

		@Override
		public long applyAsLong(long arrival) {
			return arrival + Duration.ofMillis((this.calls++ % 100 != 99) ? 3 : 200).toNanos();
		}

	}

}
