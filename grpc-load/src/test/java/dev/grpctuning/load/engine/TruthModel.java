package dev.grpctuning.load.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.ArrivalSchedule;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

/**
 * Every model, and what theory knows of it: of some when each call is due, of those in
 * which calls wait for answers how many are open.
 */
enum TruthModel {

	BURST, CONSTANT, POISSON, RATE_RAMP, RATE_STEPS, REPLAY, CLOSED, CONCURRENCY_RAMP, CONCURRENCY_STEPS, BLOCKING;

	/** Connections over which each model is driven. */
	static final int CHANNELS = 2;

	private static final double SECOND = 1e9;

	private static final Duration INTERVAL = Duration.ofMillis(250);

	private static final int CALLS_PER_BURST = 20;

	private static final int CALLS_PER_SECOND = 80;

	private static final int FEW_CALLS_PER_SECOND = 40;

	private static final int MANY_CALLS_PER_SECOND = 120;

	private static final int OPEN_CALLS = 20;

	private static final List<Integer> STEPS = List.of(5, 20, 10);

	private static final Concurrency.Ramp UNIT_RAMP = new Concurrency.Ramp(5, 30, Duration.ofSeconds(1));

	private static final long SEED = 1;

	/** Whether a call begins when another one ends. */
	boolean waitsForAnswers() {
		return switch (this) {
			case BURST, CONSTANT, POISSON, RATE_RAMP, RATE_STEPS, REPLAY -> false;
			case CLOSED, CONCURRENCY_RAMP, CONCURRENCY_STEPS, BLOCKING -> true;
		};
	}

	/**
	 * The model.
	 * @param warmup time before calls count
	 * @param length how long calls are started that count
	 * @param folder where it may write
	 */
	LoadModel model(Duration warmup, Duration length, Path folder) throws IOException {
		Warmup before = new Warmup.Fixed(warmup);
		return switch (this) {
			case BURST -> new LoadModel.Burst(
					new BurstSchedule(length.dividedBy(INTERVAL), CALLS_PER_BURST, INTERVAL, Pacing.SCHEDULE), before);
			case CONSTANT -> open(new Rate.Constant(CALLS_PER_SECOND), Arrivals.CONSTANT, before, length);
			case POISSON -> open(new Rate.Constant(CALLS_PER_SECOND), Arrivals.POISSON, before, length);
			case RATE_RAMP -> open(new Rate.Ramp(FEW_CALLS_PER_SECOND, MANY_CALLS_PER_SECOND, length),
					Arrivals.CONSTANT, before, length);
			case RATE_STEPS ->
				open(new Rate.Steps(List.of((double) FEW_CALLS_PER_SECOND, (double) MANY_CALLS_PER_SECOND),
						length.dividedBy(2)), Arrivals.CONSTANT, before, length);
			case REPLAY -> {
				Path file = Files.writeString(Files.createTempFile(folder, "times", ".txt"),
						replayed(warmup.plus(length)).mapToObj((nanos) -> nanos / SECOND + "\n")
							.collect(Collectors.joining()));
				yield open(new ArrivalPlan.OfFile(Replay.check(file), Shard.ALL), before, length);
			}
			case CLOSED -> new LoadModel.Closed(new Concurrency.Constant(OPEN_CALLS), before, length);
			case CONCURRENCY_RAMP ->
				new LoadModel.Closed(new Concurrency.Ramp(UNIT_RAMP.from(), UNIT_RAMP.to(), length), before, length);
			case CONCURRENCY_STEPS ->
				new LoadModel.Closed(new Concurrency.Steps(STEPS, length.dividedBy(STEPS.size())), before, length);
			case BLOCKING -> new LoadModel.Blocking(OPEN_CALLS, before, length);
		};
	}

	private static LoadModel open(Rate rate, Arrivals arrivals, Warmup warmup, Duration length) {
		return open(new ArrivalPlan.OfRate(rate, arrivals, SEED, Shard.ALL), warmup, length);
	}

	private static LoadModel open(ArrivalPlan arrivals, Warmup warmup, Duration length) {
		return new LoadModel.Open(arrivals, length, 1, warmup, length);
	}

	/**
	 * When each call is due that counts, in nanoseconds since the first one can be:
	 * worked out another way than by the formulas of {@link Rate}, but for random times,
	 * which follow from the seed alone.
	 * @param warmup time before calls count
	 * @param length how long calls are started that count
	 */
	long[] due(Duration warmup, Duration length) {
		double seconds = length.toNanos() / SECOND;
		double few = FEW_CALLS_PER_SECOND;
		double many = MANY_CALLS_PER_SECOND;
		return switch (this) {
			case BURST -> LongStream.range(0, length.dividedBy(INTERVAL) * CALLS_PER_BURST)
				.map((call) -> call / CALLS_PER_BURST * INTERVAL.toNanos())
				.toArray();
			case CONSTANT -> due(seconds * CALLS_PER_SECOND, (call) -> (double) call / CALLS_PER_SECOND);
			case POISSON -> {
				ArrivalSchedule random = Arrivals.POISSON.at(new Rate.Constant(CALLS_PER_SECOND), SEED, length);
				yield LongStream.iterate(0, (call) -> call + 1)
					.map(random::dueNanos)
					.takeWhile((due) -> due < length.toNanos())
					.toArray();
			}
			// N(t) = a t + (b - a) / T t² / 2 solved for t.
			case RATE_RAMP -> due((few + many) / 2 * seconds,
					(call) -> (Math.sqrt(few * few + 2 * (many - few) / seconds * call) - few) * seconds
							/ (many - few));
			case RATE_STEPS -> due((few + many) / 2 * seconds, (call) -> (call < few * seconds / 2) ? call / few
					: seconds / 2 + (call - few * seconds / 2) / many);
			case REPLAY -> replayed(warmup.plus(length)).map((nanos) -> nanos - warmup.toNanos())
				.filter((nanos) -> nanos >= 0)
				.toArray();
			case CLOSED, CONCURRENCY_RAMP, CONCURRENCY_STEPS, BLOCKING -> throw new IllegalStateException();
		};
	}

	private static long[] due(double calls, LongToDoubleFunction seconds) {
		return LongStream.range(0, Math.round(calls))
			.map((call) -> Math.round(seconds.applyAsDouble(call) * SECOND))
			.toArray();
	}

	/**
	 * A call each 12.5 ms, but of seven the fourth to the sixth a millisecond later, and
	 * the seventh two.
	 */
	private static LongStream replayed(Duration length) {
		return IntStream.range(0, (int) length.toMillis() * 2 / 25)
			.mapToLong((call) -> call * 12_500_000L + call % 7 / 3 * 1_000_000L);
	}

	/**
	 * How many calls are open over all connections.
	 * @param share how much of the time has passed, from 0 to 1
	 */
	int open(double share) {
		return switch (this) {
			case CLOSED -> OPEN_CALLS * CHANNELS;
			case CONCURRENCY_RAMP ->
				(UNIT_RAMP.from() + (int) (share * (UNIT_RAMP.to() - UNIT_RAMP.from() + 1))) * CHANNELS;
			case CONCURRENCY_STEPS -> STEPS.get(Math.min(STEPS.size() - 1, (int) (share * STEPS.size()))) * CHANNELS;
			case BLOCKING -> OPEN_CALLS;
			case BURST, CONSTANT, POISSON, RATE_RAMP, RATE_STEPS, REPLAY -> throw new IllegalStateException();
		};
	}

}
