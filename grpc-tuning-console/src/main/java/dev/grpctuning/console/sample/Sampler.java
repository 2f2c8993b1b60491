package dev.grpctuning.console.sample;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.LimitState;
import dev.grpctuning.metrics.CallTotals;
import dev.grpctuning.observe.DurationCounts;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.transport.EventLoopProbe;

/**
 * Reads the starter's counters, and computes the figures since the last call. Only one
 * thread may use it.
 */
public final class Sampler implements Supplier<Point> {

	private final Tuning tuning;

	private final Supplier<@Nullable CallTotals> calls;

	private final Supplier<@Nullable EventLoopProbe> probe;

	private final JvmFigures jvm = new JvmFigures();

	private final ExecutorFigures executors = new ExecutorFigures();

	private Map<String, Long> ended = Map.of();

	private DurationCounts.Snapshot durations = DurationCounts.Snapshot.NONE;

	private DurationCounts.Snapshot lags = DurationCounts.Snapshot.NONE;

	private long good;

	private long refusedByLimits;

	private long lastNanos = System.nanoTime();

	/**
	 * Creates a sampler.
	 * @param calls supplies {@code null} if calls are not measured
	 * @param probe supplies {@code null} if event loops are not measured
	 */
	public Sampler(Tuning tuning, Supplier<@Nullable CallTotals> calls, Supplier<@Nullable EventLoopProbe> probe) {
		this.tuning = tuning;
		this.calls = calls;
		this.probe = probe;
	}

	@Override
	public Point get() {
		long now = System.nanoTime();
		// Right after the start, a rate over some microseconds would mean nothing.
		double seconds = Math.max(0.001, (now - this.lastNanos) / (double) TimeUnit.SECONDS.toNanos(1));
		this.lastNanos = now;
		Generation serving = this.tuning.generations().serving();
		// The meters are there even if the server does not record its calls.
		CallTotals totals = (serving != null && serving.isRecorded()) ? this.calls.get() : null;
		DurationCounts.Snapshot took = durations(totals);
		DurationCounts.Snapshot late = lags();
		ExecutorFigures.Second executed = this.executors.read(serving, seconds);
		LimitState limits = this.tuning.limits().state();
		long refused = limits.refused() - this.refusedByLimits + executed.refused();
		this.refusedByLimits = limits.refused();
		return new Point(System.currentTimeMillis() / 1e3,
				new Point.Calls(ended(totals, seconds), good(totals, seconds), Rounded.toTenths(refused / seconds),
						this.tuning.generations().openCalls(), limits.openStreams()),
				new Point.Latency(Rounded.toThousandths(took.quantileMillis(0.5)),
						Rounded.toThousandths(took.quantileMillis(0.99)),
						Rounded.toThousandths(took.quantileMillis(0.999))),
				executed.work(),
				new Point.Lag(Rounded.toThousandths(late.meanMillis()), Rounded.toThousandths(late.quantileMillis(1))),
				this.tuning.connections().count(), this.jvm.read(seconds));
	}

	private @Nullable Map<String, Double> ended(@Nullable CallTotals totals, double seconds) {
		if (totals == null) {
			return null;
		}
		Map<String, Double> rates = new TreeMap<>();
		Map<String, Long> now = totals.ended();
		now.forEach((status, count) -> rates.put(status,
				Rounded.toTenths((count - this.ended.getOrDefault(status, 0L)) / seconds)));
		this.ended = now;
		return rates;
	}

	private @Nullable Double good(@Nullable CallTotals totals, double seconds) {
		if (totals == null) {
			return null;
		}
		long before = this.good;
		this.good = totals.good();
		// Counters are read one by one while calls end.
		return Rounded.toTenths(Math.max(0, this.good - before) / seconds);
	}

	private DurationCounts.Snapshot durations(@Nullable CallTotals totals) {
		DurationCounts.Snapshot before = this.durations;
		this.durations = (totals != null) ? totals.durations() : before;
		return this.durations.since(before);
	}

	private DurationCounts.Snapshot lags() {
		EventLoopProbe present = this.probe.get();
		DurationCounts.Snapshot before = this.lags;
		this.lags = (present != null) ? present.lags() : before;
		return this.lags.since(before);
	}

}
