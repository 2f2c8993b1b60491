package dev.grpctuning.load.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.ClientUse;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.Messages;
import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.engine.Sending;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.engine.WarmupResult;
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
 * @param messages the messages of streams, or {@code null} if there were none or it is
 * missing
 * @param sending how the calls of open models were sent, with the rates of all clients
 * added, or {@code null} if there were none or it is missing
 * @param warmup the longest warm-up, steady if each was, or {@code null} if all calls
 * count
 * @param clippedLatencies times too short or too long to be recorded exactly
 * @param client what it cost all clients, with the heap of the largest, or {@code null}
 * if it is missing
 * @param clientLimited what held a client back, with its name; empty if nothing did
 * @param clients what each client measured
 * @param missing which of {@code messages}, {@code sending} and {@code client} could not
 * be added up, and the results of earlier versions that have too little of it;
 * {@code null} in results of earlier versions
 * @param gates the conditions that the whole had to meet
 * @param protocolErrors what went against HTTP/2 at any client that counted it, or
 * {@code null} if none did
 * @param failure why runs of clients themselves failed, each with the client's name;
 * {@code null} if none did, and in results of earlier versions
 */
public record MergedDocument(int schema, Set<String> targets, Instant startedAt, double elapsedSeconds, Counts counts,
		Map<String, String> firstFailures, double throughputPerSecond, LatencySummary latencyMicros,
		LatencySummary responseTimeMicros, String latencyHistogram, String responseTimeHistogram,
		@Nullable Messages messages, @Nullable Sending sending, @Nullable WarmupResult warmup, long clippedLatencies,
		@Nullable ClientUse client, List<String> clientLimited, List<Client> clients,
		@Nullable Map<String, List<String>> missing, List<GateDocument> gates, @Nullable ProtocolErrors protocolErrors,
		@Nullable String failure) implements Mergeable {

	private static final String MESSAGES = "messages";

	private static final String SENDING = "sending";

	private static final String CLIENT = "client";

	/**
	 * Merges results.
	 * @param results the results by a name of each, at least one
	 * @return the whole
	 * @throws IllegalArgumentException if a result has no histograms
	 */
	public static MergedDocument of(Map<String, ? extends Mergeable> results) {
		return sum(results.entrySet().stream().map((result) -> result.getValue().part(result.getKey())).toList());
	}

	static MergedDocument of(String name, RunDocument run) {
		Map<String, List<String>> missing = new TreeMap<>();
		if (run.messages() != null && run.messages().gapHistogram() == null) {
			missing.put(MESSAGES, List.of(name));
		}
		if (run.sending() != null && run.sending().lagHistogram() == null) {
			missing.put(SENDING, List.of(name));
		}
		List<Client> clients = List.of(Client.of(name, run));
		return new MergedDocument(RunDocument.SCHEMA, (run.target() != null) ? Set.of(run.target()) : Set.of(),
				run.startedAt(), run.elapsedSeconds(), run.counts(), run.firstFailures(), run.throughputPerSecond(),
				run.latencyMicros(), run.responseTimeMicros(), run.latencyHistogram(), run.responseTimeHistogram(),
				run.messages(), run.sending(), run.warmup(), run.clippedLatencies(), run.client(),
				run.client().limited() ? List.of(name + ": " + run.client().limitedBy()) : List.of(), clients, missing,
				List.of(), run.protocolErrors(), failure(clients));
	}

	/**
	 * {@inheritDoc} Its clients stay apart.
	 */
	@Override
	public MergedDocument part(String name) {
		String prefix = name + ": ";
		Map<String, List<String>> named = new TreeMap<>();
		if (this.missing != null) {
			this.missing.forEach((figure, results) -> named.put(figure, results.stream().map(prefix::concat).toList()));
		}
		else {
			Stream.of(MESSAGES, SENDING, CLIENT).forEach((figure) -> named.put(figure, List.of(name)));
		}
		return with(this.clientLimited.stream().map(prefix::concat).toList(),
				this.clients.stream().map((client) -> client.named(prefix + client.name())).toList(), named,
				this.gates);
	}

	private static MergedDocument sum(List<MergedDocument> parts) {
		Instant start = parts.stream().map(MergedDocument::startedAt).min(Instant::compareTo).orElseThrow();
		Instant end = parts.stream().map(MergedDocument::end).max(Instant::compareTo).orElseThrow();
		double elapsed = Duration.between(start, end).toNanos() / 1e9;
		Histogram service = MergedFigures.histogram(parts.stream().map(MergedDocument::latencyHistogram));
		Histogram response = MergedFigures.histogram(parts.stream().map(MergedDocument::responseTimeHistogram));
		Counts counts = MergedFigures.counts(parts.stream().map(MergedDocument::counts).toList());
		Set<String> targets = new TreeSet<>();
		Map<String, String> failures = new TreeMap<>();
		List<String> limited = new ArrayList<>();
		List<Client> clients = new ArrayList<>();
		Map<String, List<String>> missing = new TreeMap<>();
		for (MergedDocument part : parts) {
			targets.addAll(part.targets);
			part.firstFailures.forEach(failures::putIfAbsent);
			limited.addAll(part.clientLimited);
			double after = Duration.between(start, part.startedAt).toNanos() / 1e9;
			part.clients.forEach((client) -> clients.add(client.later(after)));
			Objects.requireNonNull(part.missing)
				.forEach((figure, results) -> missing.computeIfAbsent(figure, (key) -> new ArrayList<>())
					.addAll(results));
		}
		return new MergedDocument(RunDocument.SCHEMA, targets, start, elapsed, counts, failures, counts.ok() / elapsed,
				LatencySummary.of(service), LatencySummary.of(response), HistogramText.encode(service),
				HistogramText.encode(response),
				missing.containsKey(MESSAGES) ? null
						: MergedFigures.messages(figures(parts, MergedDocument::messages), elapsed),
				missing.containsKey(SENDING) ? null : MergedFigures.sending(figures(parts, MergedDocument::sending)),
				MergedFigures.warmup(parts.stream().<@Nullable WarmupResult>map(MergedDocument::warmup).toList()),
				parts.stream().mapToLong(MergedDocument::clippedLatencies).sum(),
				missing.containsKey(CLIENT) ? null
						: MergedFigures.client(figures(parts, MergedDocument::client),
								counts.started() - counts.unfinished(), limited),
				limited, clients, missing, List.of(),
				figures(parts, MergedDocument::protocolErrors).stream().reduce(ProtocolErrors::plus).orElse(null),
				failure(clients));
	}

	private static @Nullable String failure(List<Client> clients) {
		String failures = clients.stream()
			.filter((client) -> client.failure() != null)
			.map((client) -> client.name() + ": " + client.failure())
			.collect(Collectors.joining("; "));
		return failures.isEmpty() ? null : failures;
	}

	private static <T> List<T> figures(List<MergedDocument> parts, Function<MergedDocument, @Nullable T> figure) {
		return parts.stream().flatMap((part) -> Stream.ofNullable(figure.apply(part))).toList();
	}

	/**
	 * This document with what came of its conditions.
	 * @param checked the conditions
	 * @return the document
	 */
	public MergedDocument withGates(List<GateDocument> checked) {
		return with(this.clientLimited, this.clients, this.missing, List.copyOf(checked));
	}

	private MergedDocument with(List<String> limited, List<Client> measured,
			@Nullable Map<String, List<String>> notAdded, List<GateDocument> checked) {
		return new MergedDocument(this.schema, this.targets, this.startedAt, this.elapsedSeconds, this.counts,
				this.firstFailures, this.throughputPerSecond, this.latencyMicros, this.responseTimeMicros,
				this.latencyHistogram, this.responseTimeHistogram, this.messages, this.sending, this.warmup,
				this.clippedLatencies, this.client, limited, measured, notAdded, checked, this.protocolErrors,
				failure(measured));
	}

	private Instant end() {
		return this.startedAt.plusNanos(Math.round(this.elapsedSeconds * 1e9));
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

	/**
	 * What one client measured.
	 *
	 * @param name name of the client
	 * @param startedAfterSeconds time from the first client's start to its own
	 * @param elapsedSeconds how long its run took
	 * @param counts what became of its calls
	 * @param throughputPerSecond its calls answered per second
	 * @param latencyMicros its service times, or {@code null} in results of earlier
	 * versions
	 * @param responseTimeMicros its response times
	 * @param cpuMicrosPerCall CPU time of the client for each call
	 * @param limitedBy what held it back, or {@code null}
	 * @param environment what it ran on
	 * @param stoppedBy why its run ended before its plan, {@code null} if it did not, and
	 * in results of earlier versions
	 * @param failure why its run itself failed, likewise
	 */
	public record Client(String name, double startedAfterSeconds, double elapsedSeconds, Counts counts,
			double throughputPerSecond, @Nullable LatencySummary latencyMicros, LatencySummary responseTimeMicros,
			double cpuMicrosPerCall, @Nullable String limitedBy, Environment environment,
			@Nullable StopReason stoppedBy, @Nullable String failure) {

		private static Client of(String name, RunDocument run) {
			return new Client(name, 0, run.elapsedSeconds(), run.counts(), run.throughputPerSecond(),
					run.latencyMicros(), run.responseTimeMicros(), run.client().cpuMicrosPerCall(),
					run.client().limitedBy(), run.environment(), run.stoppedBy(), run.failure());
		}

		private Client named(String other) {
			return with(other, this.startedAfterSeconds);
		}

		private Client later(double seconds) {
			return with(this.name, this.startedAfterSeconds + seconds);
		}

		private Client with(String other, double after) {
			return new Client(other, after, this.elapsedSeconds, this.counts, this.throughputPerSecond,
					this.latencyMicros, this.responseTimeMicros, this.cpuMicrosPerCall, this.limitedBy,
					this.environment, this.stoppedBy, this.failure);
		}

	}

}
