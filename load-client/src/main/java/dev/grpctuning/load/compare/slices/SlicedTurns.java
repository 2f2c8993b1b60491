package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
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
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.server.SlicesEndpoint.Turn;
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

	/**
	 * Adds the CPU time per call as the server counted it, to the figures of variants of
	 * whose server the client does not see the process.
	 * @param seen slices of a batch, and perhaps some after it
	 */
	public void addCpu(Map<Variant, Measured> values, List<Turn> seen) {
		int size = this.contenders.size();
		for (int i = 0; i < size && !values.isEmpty(); i++) {
			int candidate = i;
			boolean two = this.contenders.get(i).latency() != null;
			List<Turn> own = seen.stream()
				.filter((turn) -> turn.candidate() == candidate && turn.number() < this.slices && turn.answered() > 0)
				.filter((turn) -> !two || turn.number() / size % 2 == 1)
				.toList();
			double micros = own.stream().mapToLong(Turn::cpuNanos).sum() / 1e3
					/ own.stream().mapToLong(Turn::answered).sum();
			Map<Metric, Double> figures = Objects.requireNonNull(values.get(this.contenders.get(i).variant())).values();
			if (Metric.SERVER_CPU.isMeasured(micros)) {
				figures.putIfAbsent(Metric.SERVER_CPU, micros);
			}
		}
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
	 * @param latency load under which latencies are measured, or {@code null} if it is
	 * the same
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

	/** Sum of the slices of one variant under one load. */
	static final class SliceSum {

		private final LatencyInterval latencies = new LatencyInterval();

		private final List<Measured.Window> slices = new ArrayList<>();

		/** Sum of the logarithms of the p99s of slices. */
		private double tails;

		private double seconds;

		private long answered;

		private long ended;

		private long failed;

		private long cpuNanos;

		void add(Slice slice) {
			this.slices.add(Measured.Window.of(slice));
			this.seconds += slice.seconds();
			this.answered += slice.answered();
			this.ended += slice.ended();
			this.failed += slice.failed() + slice.unfinished();
			this.cpuNanos += slice.serverCpuNanos();
			this.latencies.add(slice.latencies());
			this.tails += Math.log(Math.max(1, slice.latencies().response().getValueAtPercentile(99)));
		}

		long ended() {
			return this.ended;
		}

		double endedPerSlice() {
			return (double) this.ended / this.slices.size();
		}

		/**
		 * Figures of these slices, and of those of another load.
		 * @param rate slices that show the rate; all other figures are of this sum
		 * @param objective longest response time of a call that counts as goodput, or
		 * {@code null}
		 * @param tails whether p99 is the geometric mean of the p99s of slices. A pause
		 * of the machine is then in one of them only, so p99 varies half as much as that
		 * of all calls
		 */
		Measured with(SliceSum rate, @Nullable Duration objective, boolean tails) {
			Map<Metric, Double> values = new EnumMap<>(Metric.class);
			put(values, Metric.THROUGHPUT, rate.answered / rate.seconds);
			put(values, Metric.ANSWERED, (double) this.ended / (this.ended + this.failed));
			if (objective != null) {
				long micros = objective.toNanos() / 1000;
				double within = this.latencies.response().getCountBetweenValues(0, micros);
				put(values, Metric.GOODPUT,
						this.answered / this.seconds * within / this.latencies.response().getTotalCount());
			}
			put(values, Metric.SERVER_CPU, this.cpuNanos / 1e3 / this.ended);
			LatencySummary response = LatencySummary.of(this.latencies.response());
			put(values, Metric.P50, LatencyFigure.P50, response);
			if (tails) {
				put(values, Metric.P99, Math.exp(this.tails / this.slices.size()));
			}
			else {
				put(values, Metric.P99, LatencyFigure.P99, response);
			}
			if (rate == this) {
				return new Measured(this.slices, this.seconds, values);
			}
			List<Measured.Window> both = new ArrayList<>(this.slices);
			both.addAll(rate.slices);
			return new Measured(both, this.seconds + rate.seconds, values);
		}

		private static void put(Map<Metric, Double> values, Metric metric, LatencyFigure figure,
				LatencySummary response) {
			if (figure.isKnown(response)) {
				put(values, metric, figure.of(response));
			}
		}

		private static void put(Map<Metric, Double> values, Metric metric, double value) {
			if (Double.isFinite(value) && metric.isMeasured(value)) {
				values.put(metric, value);
			}
		}

	}

}
