package dev.grpctuning.load.merge;

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
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;

/** Sums of several clients. Percentiles are those of the merged histograms. */
@ResultFile.Kind("merge")
record MergedDocument(int schema, Set<String> targets, Instant startedAt, double elapsedSeconds, double windowSeconds,
		Counts counts, Map<String, String> firstFailures, double throughputPerSecond, LatencySummary latencyMicros,
		LatencySummary responseTimeMicros, String latencyHistogram, String responseTimeHistogram,
		@Nullable Messages messages, @Nullable SendStats sending, @Nullable WarmupResult warmup, long clippedLatencies,
		ClientUse client, List<String> loadGeneratorSaturated, List<Client> clients, List<ThresholdDocument> thresholds,
		@Nullable ProtocolErrors protocolErrors, @Nullable String failure,
		Map<String, StatusCalls> statuses) implements Measured {

	/** Completes a result of 0.1.0, as {@link RunDocument} does. */
	MergedDocument {
		windowSeconds = (windowSeconds != 0) ? windowSeconds : elapsedSeconds;
		statuses = Objects.requireNonNullElse(statuses, Map.of());
	}

	static MergedDocument of(Map<String, ? extends Measured> results) {
		return sum(results.entrySet().stream().map((result) -> part(result.getKey(), result.getValue())).toList());
	}

	/** A result as a part of a whole: that of a run, or one that was merged before. */
	static MergedDocument part(String name, Measured result) {
		return switch (result) {
			case RunDocument run -> of(name, run);
			case MergedDocument merged -> merged.named(name);
			default -> throw new IllegalArgumentException("result: " + result.getClass());
		};
	}

	private static MergedDocument of(String name, RunDocument run) {
		List<Client> clients = List
			.of(new Client(name, 0, run.elapsedSeconds(), run.counts(), run.throughputPerSecond(), run.latencyMicros(),
					run.responseTimeMicros(), run.client().cpuMicrosPerCall(), run.client().saturatedBy(),
					run.environment(), run.stoppedBy(), run.failure()));
		return new MergedDocument(RunDocument.SCHEMA, (run.target() != null) ? Set.of(run.target()) : Set.of(),
				run.startedAt(), run.elapsedSeconds(), run.windowSeconds(), run.counts(), run.firstFailures(),
				run.throughputPerSecond(), run.latencyMicros(), run.responseTimeMicros(), run.latencyHistogram(),
				run.responseTimeHistogram(), run.messages(), run.sending(), run.warmup(), run.clippedLatencies(),
				run.client(), run.client().saturated() ? List.of(name + ": " + run.client().saturatedBy()) : List.of(),
				clients, List.of(), run.protocolErrors(), failure(clients), run.statuses());
	}

	private MergedDocument named(String name) {
		String prefix = name + ": ";
		return with(this.loadGeneratorSaturated.stream().map(prefix::concat).toList(),
				this.clients.stream()
					.map((client) -> client.with(prefix + client.name, client.startedAfterSeconds))
					.toList(),
				this.thresholds);
	}

	private static MergedDocument sum(List<MergedDocument> parts) {
		Instant start = parts.stream().map(MergedDocument::startedAt).min(Instant::compareTo).orElseThrow();
		double elapsed = longest(parts, start, MergedDocument::elapsedSeconds);
		double window = longest(parts, start, MergedDocument::windowSeconds);
		double answered = parts.stream().mapToDouble((part) -> part.throughputPerSecond * part.windowSeconds).sum();
		Histogram service = MergedFigures.histogram(parts.stream().map(MergedDocument::latencyHistogram));
		Histogram response = MergedFigures.histogram(parts.stream().map(MergedDocument::responseTimeHistogram));
		Counts counts = MergedFigures.counts(parts.stream().map(MergedDocument::counts).toList());
		Set<String> targets = new TreeSet<>();
		Map<String, String> failures = new TreeMap<>();
		Map<String, StatusCalls> statuses = new TreeMap<>();
		List<String> saturated = new ArrayList<>();
		List<Client> clients = new ArrayList<>();
		for (MergedDocument part : parts) {
			targets.addAll(part.targets);
			part.firstFailures.forEach(failures::putIfAbsent);
			part.statuses.forEach((status, calls) -> statuses.merge(status, calls, StatusCalls::plus));
			saturated.addAll(part.loadGeneratorSaturated);
			double after = Duration.between(start, part.startedAt).toNanos() / 1e9;
			part.clients.forEach((client) -> clients.add(client.with(client.name, client.startedAfterSeconds + after)));
		}
		return new MergedDocument(RunDocument.SCHEMA, targets, start, elapsed, window, counts, failures,
				answered / window, LatencySummary.of(service), LatencySummary.of(response),
				HistogramText.encode(service), HistogramText.encode(response),
				MergedFigures.messages(figures(parts, MergedDocument::messages), elapsed),
				MergedFigures.sending(figures(parts, MergedDocument::sending)),
				MergedFigures.warmup(parts.stream().<@Nullable WarmupResult>map(MergedDocument::warmup).toList()),
				parts.stream().mapToLong(MergedDocument::clippedLatencies).sum(),
				MergedFigures.client(parts.stream().map(MergedDocument::client).toList(),
						counts.started() - counts.unfinished(), saturated),
				saturated, clients, List.of(),
				figures(parts, MergedDocument::protocolErrors).stream().reduce(ProtocolErrors::plus).orElse(null),
				failure(clients), statuses);
	}

	/** Seconds from the first start to when the last of these times ended. */
	private static double longest(List<MergedDocument> parts, Instant start, ToDoubleFunction<MergedDocument> seconds) {
		return parts.stream()
			.mapToDouble(
					(part) -> Duration.between(start, part.startedAt).toNanos() / 1e9 + seconds.applyAsDouble(part))
			.max()
			.orElseThrow();
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

	MergedDocument withThresholds(List<ThresholdDocument> checked) {
		return with(this.loadGeneratorSaturated, this.clients, List.copyOf(checked));
	}

	private MergedDocument with(List<String> saturated, List<Client> measured, List<ThresholdDocument> checked) {
		return new MergedDocument(this.schema, this.targets, this.startedAt, this.elapsedSeconds, this.windowSeconds,
				this.counts, this.firstFailures, this.throughputPerSecond, this.latencyMicros, this.responseTimeMicros,
				this.latencyHistogram, this.responseTimeHistogram, this.messages, this.sending, this.warmup,
				this.clippedLatencies, this.client, saturated, measured, checked, this.protocolErrors,
				failure(measured), this.statuses);
	}

	/** Result of one client. */
	record Client(String name, double startedAfterSeconds, double elapsedSeconds, Counts counts,
			double throughputPerSecond, LatencySummary latencyMicros, LatencySummary responseTimeMicros,
			double cpuMicrosPerCall, @Nullable String saturatedBy, Environment environment,
			@Nullable StopReason stoppedBy, @Nullable String failure) {

		private Client with(String other, double after) {
			return new Client(other, after, this.elapsedSeconds, this.counts, this.throughputPerSecond,
					this.latencyMicros, this.responseTimeMicros, this.cpuMicrosPerCall, this.saturatedBy,
					this.environment, this.stoppedBy, this.failure);
		}

	}

}
