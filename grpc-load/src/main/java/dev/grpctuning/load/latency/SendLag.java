package dev.grpctuning.load.latency;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * How late the calls of an open model are sent. The load generator is saturated when too
 * large a share of them is sent too late.
 */
public final class SendLag {

	private final Recorder recorder = new Recorder(LatencyInterval.LOWEST_MICROS, LatencyInterval.HIGHEST_MICROS, 3);

	private final LongAdder clipped = new LongAdder();

	private final Histogram total = newHistogram();

	private @Nullable Histogram recycled;

	private final Duration maxLag;

	private final double maxShare;

	public SendLag(Duration maxLag, double maxShare) {
		this.maxLag = maxLag;
		this.maxShare = maxShare;
	}

	/** Records the lag of a call. May be called from any thread. */
	public void record(long lagNanos) {
		long micros = TimeUnit.NANOSECONDS.toMicros(lagNanos);
		if (micros < 0 || micros > LatencyInterval.HIGHEST_MICROS) {
			this.clipped.increment();
			micros = Math.clamp(micros, 0, LatencyInterval.HIGHEST_MICROS);
		}
		this.recorder.recordValue(micros);
	}

	public static Histogram newHistogram() {
		return new Histogram(LatencyInterval.LOWEST_MICROS, LatencyInterval.HIGHEST_MICROS, 3);
	}

	public synchronized Histogram take() {
		Histogram recent = this.recorder.getIntervalHistogram(this.recycled);
		this.recycled = recent;
		this.total.add(recent);
		return recent.copy();
	}

	public synchronized Histogram total() {
		return this.total.copy();
	}

	public long clipped() {
		return this.clipped.sum();
	}

	public double lateShare(Histogram lags) {
		long count = lags.getTotalCount();
		long micros = TimeUnit.NANOSECONDS.toMicros(this.maxLag.toNanos());
		return (count != 0 && micros < lags.getMaxValue())
				? (double) lags.getCountBetweenValues(lags.nextNonEquivalentValue(micros), lags.getMaxValue()) / count
				: 0;
	}

	public boolean saturates(Histogram lags) {
		return lateShare(lags) > this.maxShare;
	}

	public String reason(Histogram lags) {
		return String.format(Locale.ROOT,
				"%.2f %% of the calls were sent more than load.open.max-lag=%s ms late, above load.open.max-lag-share=%s",
				lateShare(lags) * 100,
				BigDecimal.valueOf(this.maxLag.toNanos(), 6).stripTrailingZeros().toPlainString(), this.maxShare);
	}

}
