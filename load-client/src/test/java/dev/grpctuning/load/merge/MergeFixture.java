package dev.grpctuning.load.merge;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.SendLag;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;

/** Runs of clients to merge. */
abstract class MergeFixture {

	static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

	/** The latencies of all runs. */
	final LatencyInterval all = new LatencyInterval();

	private final Random random = new Random(1);

	static SendStats sending(double rate, @Nullable Double planned, double late, Histogram all, long lagMicros,
			int calls) {
		Histogram lags = SendLag.newHistogram();
		lags.recordValueWithCount(lagMicros, calls);
		all.add(lags);
		return new SendStats(rate, planned, LatencySummary.of(lags), late);
	}

	static Streams messages(long sent, long received, Histogram all, long gapMicros) {
		Histogram gaps = SendLag.newHistogram();
		gaps.recordValueWithCount(gapMicros, received - sent);
		all.add(gaps);
		return new Streams(sent, received, 1, 1, LatencySummary.of(gaps));
	}

	static RunDocument failed(String reason, RunDocument run) {
		return run.with(run.outcome().with(reason));
	}

	static Counts ok(long calls) {
		return new Counts(calls, calls, Map.of(), 0, 0);
	}

	static MergedDocument merge(RunDocument... runs) {
		Map<String, RunDocument> named = new LinkedHashMap<>();
		for (RunDocument run : runs) {
			named.put("client-" + named.size(), run);
		}
		return MergedDocument.of(named);
	}

	RunDocument run(SendStats sending) {
		return run(0, ok(1), 2, null, null, sending, null);
	}

	RunDocument run(Streams streams) {
		return run(0, ok(1), 2, null, streams, null, null);
	}

	RunDocument run(long afterMillis, Counts counts, double seconds, @Nullable String saturatedBy) {
		return run(afterMillis, counts, seconds, saturatedBy, null, null, null);
	}

	RunDocument run(long afterMillis, Counts counts, double seconds, @Nullable String saturatedBy,
			@Nullable Streams streams, @Nullable SendStats sending, @Nullable WarmupResult warmup) {
		LatencyInterval latencies = new LatencyInterval();
		// Each client is ten times as fast as the one before, so that an average of
		// percentiles would be far off.
		double scale = 1e6 / Math.pow(10, this.all.service().getTotalCount() % 7);
		for (int i = 0; i < counts.ok(); i++) {
			record(latencies.service(), scale);
			record(latencies.response(), scale * 2);
		}
		this.all.add(latencies);
		Map<String, String> failures = new LinkedHashMap<>();
		counts.failed().keySet().forEach((status) -> failures.put(status, "diagnosis"));
		return Samples.document("run", "localhost:9090", Samples.bursts(),
				new SampleLoad().startedAt(START.plusMillis(afterMillis))
					.counts(counts)
					.failures(failures)
					.rate(seconds, seconds, counts.ok() / seconds)
					.latencies(latencies)
					.clipped(0)
					.messages(null, null)
					.streams(streams)
					.sending(sending)
					.warmup(warmup)
					.client(1, 1, 1)
					.saturatedBy(saturatedBy)
					.build());
	}

	private void record(Histogram histogram, double scale) {
		histogram.recordValue(1 + (long) (this.random.nextDouble() * scale));
	}

}
