package dev.grpctuning.load.engine;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

import dev.grpctuning.load.latency.LagRecorder;

/**
 * How late the calls of an open model are sent, and whether that is too late: the client
 * holds the load up when more than a stated share of the calls is sent later than a
 * stated time after they were due.
 */
final class SendLag {

	private final LagRecorder recorder = new LagRecorder();

	private final Histogram total = LagRecorder.newHistogram();

	private final Duration maxLag;

	private final double maxShare;

	SendLag(Duration maxLag, double maxShare) {
		this.maxLag = maxLag;
		this.maxShare = maxShare;
	}

	void record(long lagNanos) {
		this.recorder.record(lagNanos);
	}

	/**
	 * Takes the lags recorded since the call before.
	 */
	synchronized Histogram take() {
		Histogram recent = LagRecorder.newHistogram();
		this.recorder.drainTo(recent);
		this.total.add(recent);
		return recent;
	}

	/**
	 * All lags that were taken.
	 */
	synchronized Histogram total() {
		return this.total.copy();
	}

	/**
	 * How many lags could not be recorded exactly.
	 */
	long clipped() {
		return this.recorder.clipped();
	}

	double lateShare(Histogram lags) {
		long count = lags.getTotalCount();
		long micros = TimeUnit.NANOSECONDS.toMicros(this.maxLag.toNanos());
		return (count != 0 && micros < lags.getMaxValue())
				? (double) lags.getCountBetweenValues(lags.nextNonEquivalentValue(micros), lags.getMaxValue()) / count
				: 0;
	}

	boolean holdsUp(Histogram lags) {
		return lateShare(lags) > this.maxShare;
	}

	String reason(Histogram lags) {
		return String.format(Locale.ROOT,
				"%.2f %% of the calls were sent more than load.open.max-lag=%s ms late, above load.open.max-lag-share=%s",
				lateShare(lags) * 100,
				BigDecimal.valueOf(this.maxLag.toNanos(), 6).stripTrailingZeros().toPlainString(), this.maxShare);
	}

}
