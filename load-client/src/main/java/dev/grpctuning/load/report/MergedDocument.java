package dev.grpctuning.load.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * What several clients measured together. Counts and histograms are added; percentiles
 * are those of the sum.
 *
 * @param schema number of this form
 * @param targets what was called
 * @param startedAt when the first call of any client was due
 * @param elapsedSeconds time from then to the last end of any client
 * @param counts what became of the calls
 * @param firstFailures what the first failure of each status said
 * @param throughputPerSecond calls answered for each of those seconds
 * @param latencyMicros service time, from the real send
 * @param responseTimeMicros response time, from the due time
 * @param latencyHistogram the whole of the service times, in microseconds
 * @param responseTimeHistogram the whole of the response times, in microseconds
 * @param clippedLatencies latencies too short or too long to be recorded exactly
 * @param clientLimited what held a client back, with its name; empty if nothing did
 * @param clients what each client measured
 * @param gates the conditions that the whole had to meet
 * @param protocolErrors what went against HTTP/2 at any client that counted it, or
 * {@code null} if none did
 */
public record MergedDocument(int schema, Set<String> targets, Instant startedAt, double elapsedSeconds, Counts counts,
		Map<String, String> firstFailures, double throughputPerSecond, LatencySummary latencyMicros,
		LatencySummary responseTimeMicros, String latencyHistogram, String responseTimeHistogram, long clippedLatencies,
		List<String> clientLimited, List<Client> clients, List<GateDocument> gates,
		@Nullable ProtocolErrors protocolErrors) implements Measured {

	/**
	 * Merges results.
	 * @param runs the results by a name of each, at least one
	 * @return the whole
	 * @throws IllegalArgumentException if a result has no histograms
	 */
	public static MergedDocument of(Map<String, RunDocument> runs) {
		Instant start = runs.values().stream().map(RunDocument::startedAt).min(Instant::compareTo).orElseThrow();
		Instant end = runs.values().stream().map(MergedDocument::end).max(Instant::compareTo).orElseThrow();
		double elapsed = Duration.between(start, end).toNanos() / 1e9;
		Histogram service = sum(runs.values().stream().map(RunDocument::latencyHistogram).toList());
		Histogram response = sum(runs.values().stream().map(RunDocument::responseTimeHistogram).toList());
		Counts counts = counts(runs.values().stream().map(RunDocument::counts).toList());
		Map<String, String> failures = new TreeMap<>();
		List<String> limited = new ArrayList<>();
		List<Client> clients = new ArrayList<>();
		runs.forEach((name, run) -> {
			run.firstFailures().forEach(failures::putIfAbsent);
			if (run.client().limited()) {
				limited.add(name + ": " + run.client().limitedBy());
			}
			clients.add(Client.of(name, run, start));
		});
		return new MergedDocument(RunDocument.SCHEMA,
				runs.values()
					.stream()
					.map(RunDocument::target)
					.filter(Objects::nonNull)
					.collect(Collectors.toCollection(TreeSet::new)),
				start, elapsed, counts, failures, counts.ok() / elapsed, LatencySummary.of(service),
				LatencySummary.of(response), HistogramText.encode(service), HistogramText.encode(response),
				runs.values().stream().mapToLong(RunDocument::clippedLatencies).sum(), limited, clients, List.of(),
				runs.values()
					.stream()
					.map(RunDocument::protocolErrors)
					.filter(Objects::nonNull)
					.reduce(ProtocolErrors::plus)
					.orElse(null));
	}

	/**
	 * This document with what came of its conditions.
	 * @param checked the conditions
	 * @return the document
	 */
	public MergedDocument withGates(List<GateDocument> checked) {
		return new MergedDocument(this.schema, this.targets, this.startedAt, this.elapsedSeconds, this.counts,
				this.firstFailures, this.throughputPerSecond, this.latencyMicros, this.responseTimeMicros,
				this.latencyHistogram, this.responseTimeHistogram, this.clippedLatencies, this.clientLimited,
				this.clients, List.copyOf(checked), this.protocolErrors);
	}

	/**
	 * What is printed of it.
	 * @param format for whom
	 * @return lines of text without a line end at the end
	 * @throws IllegalArgumentException if the format is one of a single run
	 */
	public String text(RunFormat format) {
		return switch (format) {
			case TABLE -> MergeSummary.of(this);
			case JSON -> ResultFile.text(this);
			case CSV -> MergedCsv.of(this);
			case QPS, GRID ->
				throw new IllegalArgumentException("format: " + format + " (expected: TABLE, JSON or CSV)");
		};
	}

	private static Instant end(RunDocument run) {
		return run.startedAt().plusNanos(Math.round(run.elapsedSeconds() * 1e9));
	}

	private static Histogram sum(List<String> texts) {
		Histogram sum = HistogramText.decode(texts.getFirst());
		texts.stream().skip(1).map(HistogramText::decode).forEach(sum::add);
		return sum;
	}

	private static Counts counts(List<Counts> all) {
		Map<String, Long> failed = new LinkedHashMap<>();
		all.forEach((counts) -> counts.failed().forEach((status, count) -> failed.merge(status, count, Long::sum)));
		return new Counts(all.stream().mapToLong(Counts::started).sum(), all.stream().mapToLong(Counts::ok).sum(),
				failed, all.stream().mapToLong(Counts::cancelled).sum(),
				all.stream().mapToLong(Counts::unfinished).sum());
	}

	/**
	 * What one client measured.
	 *
	 * @param name name of the client
	 * @param startedAfterSeconds time from the first client's start to its own
	 * @param elapsedSeconds how long its run took
	 * @param counts what became of its calls
	 * @param throughputPerSecond its calls answered per second
	 * @param responseTimeMicros its response times
	 * @param cpuMicrosPerCall CPU time of the client for each call
	 * @param limitedBy what held it back, or {@code null}
	 * @param environment what it ran on
	 */
	public record Client(String name, double startedAfterSeconds, double elapsedSeconds, Counts counts,
			double throughputPerSecond, LatencySummary responseTimeMicros, double cpuMicrosPerCall,
			@Nullable String limitedBy, Environment environment) {

		private static Client of(String name, RunDocument run, Instant first) {
			return new Client(name, Duration.between(first, run.startedAt()).toNanos() / 1e9, run.elapsedSeconds(),
					run.counts(), run.throughputPerSecond(), run.responseTimeMicros(), run.client().cpuMicrosPerCall(),
					run.client().limitedBy(), run.environment());
		}

	}

}
