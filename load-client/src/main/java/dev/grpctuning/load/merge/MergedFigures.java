package dev.grpctuning.load.merge;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;

/** The figures of several clients added up, each kind for itself. */
final class MergedFigures {

	private MergedFigures() {
	}

	static Counts counts(List<Counts> all) {
		Map<String, Long> failed = new LinkedHashMap<>();
		all.forEach((counts) -> counts.failed().forEach((status, count) -> failed.merge(status, count, Long::sum)));
		return new Counts(all.stream().mapToLong(Counts::started).sum(), all.stream().mapToLong(Counts::ok).sum(),
				failed, all.stream().mapToLong(Counts::cancelled).sum(),
				all.stream().mapToLong(Counts::unfinished).sum());
	}

	static Histogram histogram(Stream<String> texts) {
		return texts.map(HistogramText::decode).reduce((sum, other) -> {
			sum.add(other);
			return sum;
		}).orElseThrow();
	}

	static @Nullable Messages messages(List<Messages> all, double seconds) {
		if (all.isEmpty()) {
			return null;
		}
		long sent = all.stream().mapToLong(Messages::sent).sum();
		long received = all.stream().mapToLong(Messages::received).sum();
		Histogram gaps = histogram(all.stream().map(Messages::gapHistogram));
		return new Messages(sent, received, sent / seconds, received / seconds, LatencySummary.of(gaps),
				HistogramText.encode(gaps));
	}

	/** Adds how clients sent: they drive a load together, at the same time. */
	static @Nullable SendStats sending(List<SendStats> all) {
		if (all.isEmpty()) {
			return null;
		}
		boolean planned = all.stream().allMatch((sending) -> sending.plannedPerSecond() != null);
		Histogram lags = histogram(all.stream().map(SendStats::lagHistogram));
		double late = all.stream().mapToDouble((sending) -> sending.lateShare() * sending.lagMicros().count()).sum();
		return new SendStats(all.stream().mapToDouble(SendStats::sentPerSecond).sum(),
				planned ? all.stream().map(SendStats::plannedPerSecond).mapToDouble(Objects::requireNonNull).sum()
						: null,
				LatencySummary.of(lags), (lags.getTotalCount() != 0) ? late / lags.getTotalCount() : 0,
				HistogramText.encode(lags));
	}

	static @Nullable WarmupResult warmup(List<@Nullable WarmupResult> all) {
		OptionalDouble longest = all.stream().flatMap(Stream::ofNullable).mapToDouble(WarmupResult::seconds).max();
		boolean unsteady = all.stream().anyMatch((warmup) -> warmup != null && Boolean.FALSE.equals(warmup.steady()));
		boolean unknown = all.stream().anyMatch((warmup) -> warmup == null || warmup.steady() == null);
		return longest.isPresent() ? new WarmupResult(longest.getAsDouble(), (unknown && !unsteady) ? null : !unsteady)
				: null;
	}

	static ClientUse client(List<ClientUse> all, long ended, List<String> saturated) {
		double cpuSeconds = all.stream().mapToDouble(ClientUse::cpuSeconds).sum();
		return new ClientUse(cpuSeconds, (ended != 0) ? cpuSeconds * 1e6 / ended : 0,
				all.stream().mapToLong(ClientUse::peakHeapBytes).max().orElse(0), !saturated.isEmpty(),
				saturated.isEmpty() ? null : String.join("; ", saturated));
	}

}
