package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.SlicedLoad;
import dev.grpctuning.load.engine.result.Slice;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.slices.SliceOrder;

/**
 * Variants that take turns in slices. Each block of slices has every variant once. If a
 * variant has two loads, they alternate from block to block. In a block, calls arrive at
 * the same times at all variants. For use by one thread, except {@link #stop()}.
 */
public final class SlicedTurns {

	/** Number of calls of each variant with which p99 is repeatable. */
	private static final long ENOUGH_CALLS = 400;

	/** Number of calls of a slice with which it has a p99. */
	private static final double ENOUGH_PER_SLICE = 100;

	/** A batch ends after this many times its length, even with fewer calls. */
	private static final int LONGEST = 20;

	private final List<Contender> contenders;

	private SliceTimes times;

	private final SliceOrder order;

	private final Turns turns;

	private final CarryOver carryOver;

	private boolean tails;

	private double fewestPerSlice;

	private long block;

	private long slices;

	private volatile boolean stopped;

	/**
	 * Creates turns.
	 * @param contenders variants in the order of their numbers in a slice order
	 * @param carryOver observes the rate loads of all
	 */
	public SlicedTurns(List<Contender> contenders, SliceTimes times, long seed, Turns turns, CarryOver carryOver) {
		this.carryOver = carryOver;
		this.contenders = List.copyOf(contenders);
		this.times = times;
		this.order = new SliceOrder(contenders.size(), seed);
		this.turns = turns;
	}

	/**
	 * Warms up, and measures how long the previous variant affects a slice. That time
	 * does not count in the following slices.
	 */
	public void warmUp(Duration time) throws InterruptedException {
		batch(time, null);
		this.tails = this.fewestPerSlice >= ENOUGH_PER_SLICE;
		this.times = this.times.with(this.carryOver.length());
	}

	/**
	 * Drives whole blocks until a time is over, and each variant has enough calls.
	 * @param objective longest response time of a call that counts as goodput, or
	 * {@code null}
	 * @return figures of each variant; empty after {@link #stop()}
	 */
	public Map<Variant, Measured> batch(Duration time, @Nullable Duration objective) throws InterruptedException {
		List<SliceSum> rates = Stream.generate(SliceSum::new).limit(this.contenders.size()).toList();
		List<SliceSum> latencies = Stream.generate(SliceSum::new).limit(this.contenders.size()).toList();
		boolean two = this.contenders.getFirst().latency() != null;
		long begun = System.nanoTime();
		do {
			drive(rates, false);
			if (two) {
				drive(latencies, true);
			}
			if (this.stopped) {
				return Map.of();
			}
		}
		while (!isOver(System.nanoTime() - begun, time, two ? latencies : rates));
		this.fewestPerSlice = (two ? latencies : rates).stream().mapToDouble(SliceSum::endedPerSlice).min().orElse(0);
		Map<Variant, Measured> values = new LinkedHashMap<>();
		for (int i = 0; i < this.contenders.size(); i++) {
			SliceSum last = two ? latencies.get(i) : rates.get(i);
			values.put(this.contenders.get(i).variant(), last.with(rates.get(i), objective, this.tails));
		}
		return values;
	}

	private static boolean isOver(long nanos, Duration time, List<SliceSum> sums) {
		return nanos >= LONGEST * time.toNanos()
				|| (nanos >= time.toNanos() && sums.stream().allMatch((sum) -> sum.ended() >= ENOUGH_CALLS));
	}

	private void drive(List<SliceSum> sums, boolean latency) throws InterruptedException {
		for (int each : this.order.block(this.block)) {
			Contender contender = this.contenders.get(each);
			SlicedLoad load = latency ? Objects.requireNonNull(contender.latency()) : contender.rate();
			if (!this.stopped && this.turns.await(this.slices++)) {
				this.carryOver.begin();
				sums.get(each)
					.add(load.drive(this.times.discarded(), this.times.counted(), this.order.seed() + this.block,
							contender.cpu()));
			}
		}
		this.block++;
	}

	/** Number of slices so far. */
	public long slices() {
		return this.slices;
	}

	/** Ends the current slice, and drives nothing more. May be called by any thread. */
	public void stop() {
		this.stopped = true;
		this.contenders.forEach((contender) -> {
			contender.rate().stop(StopReason.SERVER_GONE);
			if (contender.latency() != null) {
				contender.latency().stop(StopReason.SERVER_GONE);
			}
		});
	}

	public boolean stopped() {
		return this.stopped;
	}

	/**
	 * A variant that takes turns with others.
	 *
	 * @param rate load that shows the rate
	 * @param latency load under which latencies are measured, or {@code null} if it is the
	 * same
	 * @param cpu clock of the CPU time of its server in nanoseconds
	 */
	public record Contender(Variant variant, SlicedLoad rate, @Nullable SlicedLoad latency, LongSupplier cpu) {
	}

	/**
	 * Figures of a variant from its slices.
	 *
	 * @param slices its slices
	 * @param seconds time that they measured
	 * @param values values of the metrics that could be measured
	 */
	public record Measured(List<Window> slices, double seconds, Map<Metric, Double> values) {

		/** When a slice counted, and the calls that were answered in it. */
		public record Window(Instant from, Instant until, long calls) {

			/** The window of a slice that has just ended. */
			static Window of(Slice slice) {
				Instant now = Instant.now();
				long nanos = System.nanoTime();
				return new Window(now.minusNanos(nanos - slice.beginNanos()), now.minusNanos(nanos - slice.endNanos()),
						slice.ended());
			}

		}

	}

}
