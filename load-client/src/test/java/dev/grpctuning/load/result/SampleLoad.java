package dev.grpctuning.load.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.Latencies;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.Rate;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;

/** Builds a load: 5,000 calls in 2.5 s, all answered, unless it is told otherwise. */
public final class SampleLoad {

	private Instant startedAt = Samples.STARTED_AT;

	private long startedNanos = Samples.STARTED_NANOS;

	private Rate rate = new Rate(2.5, 2.5, 2000.4);

	private Counts counts = new Counts(5000, 5000, Map.of(), 0, 0);

	private Map<String, String> failures = Map.of();

	private @Nullable ProtocolErrors protocolErrors;

	private @Nullable Latencies latency;

	private LatencyInterval latencies = new LatencyInterval();

	private long clipped = 4;

	private Messages messages = new Messages(16.0, 271.6, null);

	private @Nullable SendStats sending;

	private @Nullable WarmupResult warmup;

	private ClientUse client = new ClientUse(1.25, 250.4, 64 * Samples.MEGABYTE, null);

	private @Nullable StopReason stoppedBy;

	private List<TimelinePoint> timeline = List.of(Samples.point(1), Samples.point(2), Samples.point(2.5));

	private @Nullable Bursts bursts;

	private @Nullable Double silentSeconds;

	private @Nullable Saturation saturation;

	public SampleLoad startedAt(Instant at) {
		this.startedAt = at;
		return this;
	}

	public SampleLoad startedNanos(long nanos) {
		this.startedNanos = nanos;
		return this;
	}

	public SampleLoad rate(double elapsedSeconds, double windowSeconds, double perSecond) {
		this.rate = new Rate(elapsedSeconds, windowSeconds, perSecond);
		return this;
	}

	public SampleLoad counts(Counts calls) {
		this.counts = calls;
		return this;
	}

	public SampleLoad counts(long answered) {
		return counts(new Counts(answered, answered, Map.of(), 0, 0));
	}

	/** The failed calls with the only message of each status. */
	public SampleLoad failures(Map<String, String> messages) {
		this.failures = messages;
		return this;
	}

	public SampleLoad protocolErrors(@Nullable ProtocolErrors errors) {
		this.protocolErrors = errors;
		return this;
	}

	public SampleLoad latency(LatencySummary service, LatencySummary response) {
		this.latency = new Latencies(service, response);
		return this;
	}

	/** All latencies, from which the summaries are. */
	public SampleLoad latencies(LatencyInterval all) {
		this.latencies = all;
		return latency(LatencySummary.of(all.service()), LatencySummary.of(all.response()));
	}

	public SampleLoad clipped(long calls) {
		this.clipped = calls;
		return this;
	}

	public SampleLoad messages(@Nullable Double requestBytes, @Nullable Double responseBytes) {
		this.messages = new Messages(requestBytes, responseBytes, this.messages.streams());
		return this;
	}

	public SampleLoad streams(@Nullable Streams streams) {
		this.messages = new Messages(this.messages.requestBytes(), this.messages.responseBytes(), streams);
		return this;
	}

	public SampleLoad sending(@Nullable SendStats stats) {
		this.sending = stats;
		return this;
	}

	public SampleLoad warmup(@Nullable WarmupResult result) {
		this.warmup = result;
		return this;
	}

	public SampleLoad client(double cpuSeconds, double cpuMicrosPerCall, long peakHeapBytes) {
		this.client = new ClientUse(cpuSeconds, cpuMicrosPerCall, peakHeapBytes, this.client.saturatedBy());
		return this;
	}

	public SampleLoad saturatedBy(@Nullable String reason) {
		this.client = new ClientUse(this.client.cpuSeconds(), this.client.cpuMicrosPerCall(),
				this.client.peakHeapBytes(), reason);
		return this;
	}

	public SampleLoad saturation(@Nullable Saturation why) {
		this.saturation = why;
		return saturatedBy((why != null) ? why.reason() : null);
	}

	public SampleLoad stoppedBy(@Nullable StopReason reason) {
		this.stoppedBy = reason;
		return this;
	}

	public SampleLoad timeline(List<TimelinePoint> points) {
		this.timeline = points;
		return this;
	}

	public SampleLoad bursts(Bursts ended) {
		this.bursts = ended;
		return this;
	}

	public SampleLoad silentSeconds(@Nullable Double seconds) {
		this.silentSeconds = seconds;
		return this;
	}

	public MeasuredLoad build() {
		Latencies summaries = (this.latency != null) ? this.latency
				: new Latencies(
						new LatencySummary(this.counts.ok(), 90, 150.5, 140, 150, 160, 170, 180, 190, 200, 200, ""),
						new LatencySummary(this.counts.ok(), 100, 1500.5, 1400, 1500, 1600, 1700, 123_456, 1900,
								12_345_678, 12_345_678, ""));
		return new MeasuredLoad(
				new LoadResult(this.startedAt, this.rate, this.counts, Samples.statuses(this.counts, this.failures),
						this.protocolErrors,
						new Latencies(encoded(summaries.service(), this.latencies.service()),
								encoded(summaries.response(), this.latencies.response())),
						this.clipped, this.messages, this.sending, this.warmup, this.client, this.stoppedBy),
				this.startedNanos, this.latencies, this.timeline, this.bursts, this.silentSeconds, this.saturation);
	}

	/** A summary that was written down has the histogram of the load. */
	private static LatencySummary encoded(LatencySummary times, Histogram micros) {
		return !times.histogram().isEmpty() ? times
				: new LatencySummary(times.count(), times.min(), times.mean(), times.p50(), times.p75(), times.p90(),
						times.p95(), times.p99(), times.p999(), times.p9999(), times.max(),
						HistogramText.encode(micros));
	}

}
