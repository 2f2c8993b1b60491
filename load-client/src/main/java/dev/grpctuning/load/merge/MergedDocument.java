package dev.grpctuning.load.merge;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.Outcome;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.RunReport;
import dev.grpctuning.load.text.SummaryText;
import dev.grpctuning.load.text.Table;

/** Sums of several clients. Percentiles are those of the merged histograms. */
@ResultFile.Kind("merge")
record MergedDocument(int schema, Set<String> targets, LoadResult load, List<Client> clients,
		Outcome outcome) implements Measured {

	static MergedDocument of(Map<String, ? extends Measured> results) {
		Set<String> targets = new TreeSet<>();
		List<LoadResult> parts = new ArrayList<>();
		List<Client> clients = new ArrayList<>();
		results.forEach((name, result) -> {
			parts.add(result.load());
			clients.addAll(clients(name, result));
			switch (result) {
				case RunDocument run when run.target() != null -> targets.add(run.target());
				case MergedDocument merged -> targets.addAll(merged.targets);
				default -> {
				}
			}
		});
		return new MergedDocument(ResultFile.SCHEMA, targets,
				LoadSum.of(parts, joined(clients, (client) -> client.load().client().saturatedBy())), clients,
				new Outcome(joined(clients, Client::failure), null, List.of()));
	}

	/** The clients of a result, which may have been merged before. */
	static List<Client> clients(String name, Measured result) {
		return switch (result) {
			case RunDocument run -> List.of(new Client(name, run.load(), run.environment(), run.outcome().failure()));
			case MergedDocument merged -> merged.clients.stream()
				.map((client) -> new Client(name + ": " + client.name, client.load, client.environment, client.failure))
				.toList();
			default -> throw new IllegalArgumentException("result: " + result.getClass());
		};
	}

	/** What some clients have to say, each with its name; {@code null} if none has. */
	private static @Nullable String joined(List<Client> clients, Function<Client, @Nullable String> text) {
		String all = clients.stream()
			.filter((client) -> text.apply(client) != null)
			.map((client) -> client.name() + ": " + text.apply(client))
			.collect(Collectors.joining("; "));
		return all.isEmpty() ? null : all;
	}

	MergedDocument with(List<ThresholdDocument> checked) {
		return new MergedDocument(this.schema, this.targets, this.load, this.clients,
				new Outcome(this.outcome.failure(), null, checked));
	}

	/** Time from the first start of any client to that of this one. */
	double startedAfterSeconds(Client client) {
		return Duration.between(this.load.startedAt(), client.load.startedAt()).toNanos() / 1e9;
	}

	/** Result of one client. */
	record Client(String name, LoadResult load, Environment environment, @Nullable String failure) {
	}

	/** Adds up loads that were driven at the same time. */
	record LoadSum(List<LoadResult> parts, Instant startedAt) {

		/**
		 * Adds up loads.
		 * @param saturatedBy why load generators were saturated, or {@code null}
		 */
		static LoadResult of(List<LoadResult> parts, @Nullable String saturatedBy) {
			return new LoadSum(parts, parts.stream().map(LoadResult::startedAt).min(Instant::compareTo).orElseThrow())
				.sum(saturatedBy);
		}

		private LoadResult sum(@Nullable String saturatedBy) {
			double elapsed = longest(Rate::elapsedSeconds);
			double window = longest(Rate::windowSeconds);
			double answered = sum((load) -> load.rate().perSecond() * load.rate().windowSeconds());
			Map<String, StatusCalls> statuses = new TreeMap<>();
			this.parts.forEach((load) -> load.statuses()
				.forEach((status, calls) -> statuses.merge(status, calls, StatusCalls::plus)));
			return new LoadResult(this.startedAt, new Rate(elapsed, window, answered / window), counts(), statuses,
					all(LoadResult::protocolErrors).reduce(ProtocolErrors::plus).orElse(null),
					all(LoadResult::latencyMicros).reduce(Latencies::plus).orElseThrow(),
					Math.round(sum(LoadResult::clippedLatencies)), new Messages(null, null, streams(elapsed)),
					sending(), warmup(), client(saturatedBy), null);
		}

		private <T> Stream<T> all(Function<LoadResult, @Nullable T> part) {
			return this.parts.stream().flatMap((load) -> Stream.ofNullable(part.apply(load)));
		}

		private double sum(ToDoubleFunction<LoadResult> figure) {
			return this.parts.stream().mapToDouble(figure).sum();
		}

		/** Seconds from the first start to when the last of these times ended. */
		private double longest(ToDoubleFunction<Rate> seconds) {
			return this.parts.stream()
				.mapToDouble((load) -> Duration.between(this.startedAt, load.startedAt()).toNanos() / 1e9
						+ seconds.applyAsDouble(load.rate()))
				.max()
				.orElseThrow();
		}

		private Counts counts() {
			return all(LoadResult::counts).reduce((sum, other) -> {
				Map<String, Long> failed = new TreeMap<>(sum.failed());
				other.failed().forEach((status, calls) -> failed.merge(status, calls, Long::sum));
				return new Counts(sum.started() + other.started(), sum.ok() + other.ok(), failed,
						sum.cancelled() + other.cancelled(), sum.unfinished() + other.unfinished());
			}).orElseThrow();
		}

		private @Nullable Streams streams(double seconds) {
			return all((load) -> load.messages().streams())
				.reduce((sum, other) -> new Streams(sum.sent() + other.sent(), sum.received() + other.received(), 0, 0,
						sum.gapMicros().plus(other.gapMicros())))
				.map((sum) -> new Streams(sum.sent(), sum.received(), sum.sent() / seconds, sum.received() / seconds,
						sum.gapMicros()))
				.orElse(null);
		}

		private @Nullable SendStats sending() {
			return all(LoadResult::sending).reduce((sum, other) -> {
				LatencySummary lags = sum.lagMicros().plus(other.lagMicros());
				double late = sum.lateShare() * sum.lagMicros().count() + other.lateShare() * other.lagMicros().count();
				Double planned = (sum.plannedPerSecond() != null && other.plannedPerSecond() != null)
						? Double.valueOf(sum.plannedPerSecond() + other.plannedPerSecond()) : null;
				return new SendStats(sum.sentPerSecond() + other.sentPerSecond(), planned, lags,
						(lags.count() != 0) ? late / lags.count() : 0);
			}).orElse(null);
		}

		/** The longest warm-up; it was steady only if each was. */
		private @Nullable WarmupResult warmup() {
			OptionalDouble longest = all(LoadResult::warmup).mapToDouble(WarmupResult::seconds).max();
			List<Boolean> steady = all(LoadResult::warmup).map(WarmupResult::steady).filter(Objects::nonNull).toList();
			Boolean all = steady.contains(false) ? Boolean.FALSE
					: (steady.size() == this.parts.size()) ? Boolean.TRUE : null;
			return longest.isPresent() ? new WarmupResult(longest.getAsDouble(), all) : null;
		}

		private ClientUse client(@Nullable String saturatedBy) {
			double cpuSeconds = sum((load) -> load.client().cpuSeconds());
			double ended = sum((load) -> load.counts().started() - load.counts().unfinished());
			return new ClientUse(cpuSeconds, (ended != 0) ? cpuSeconds * 1e6 / ended : 0,
					all(LoadResult::client).mapToLong(ClientUse::peakHeapBytes).max().orElse(0), saturatedBy);
		}

	}

	/** Prints the sum of several clients: their table, then a summary. */
	static final class MergeReport {

		private static final Table<MergedDocument> CSV = RunReport
			.sending(RunReport
				.calls(new Table<MergedDocument>().text("targets", (merged) -> String.join(" ", merged.targets()))
					.text("startedAt", (merged) -> merged.load().startedAt())
					.number("clients", (merged) -> merged.clients().size())))
			.text("loadGeneratorSaturated", (merged) -> merged.load().client().saturated())
			.number("protocolErrors", RunReport::protocolErrors)
			.text("failure", (merged) -> merged.outcome().failure());

		private static final Table<Row> CLIENTS = new Table<Row>().text("client", Row::name)
			.number("began after", Row::began)
			.number("started", (row) -> Figures.count(row.counts().started()))
			.number("answered", (row) -> Figures.count(row.counts().ok()))
			.number("failed", (row) -> Figures.count(row.counts().failedTotal()))
			.number("cancelled", (row) -> Figures.count(row.counts().cancelled()))
			.number("unfinished", (row) -> Figures.count(row.counts().unfinished()))
			.number("per second", (row) -> Figures.rate(row.rate()));

		private MergeReport() {
		}

		static String of(MergedDocument merged, RunFormat format) {
			return switch (format) {
				case TABLE -> summary(merged);
				case JSON -> ResultFile.text(merged);
				case CSV -> CSV.csv(List.of(merged));
				case QPS, GRID -> throw new IllegalArgumentException("format: " + format);
			};
		}

		private static String summary(MergedDocument merged) {
			SummaryText text = new SummaryText().calls(merged.load());
			SendStats sending = merged.load().sending();
			if (sending != null) {
				text.line("sent", "%.2f per second, planned %s; %.2f %% later than load.open.max-lag",
						sending.sentPerSecond(), planned(sending), sending.lateShare() * 100);
			}
			text.client("clients", merged.load().client(), "largest peak heap");
			List<SummaryText.Row> latencies = new ArrayList<>();
			merged.clients().forEach((client) -> {
				ended(text, client);
				latencies.add(
						new SummaryText.Row(client.name() + ": service time", client.load().latencyMicros().service()));
				latencies.add(new SummaryText.Row(client.name() + ": response time",
						client.load().latencyMicros().response()));
			});
			return clients(merged) + "\n" + text.end(merged, latencies);
		}

		private static void ended(SummaryText text, MergedDocument.Client client) {
			LoadResult load = client.load();
			if (load.client().saturated()) {
				text.line("saturated", "load generator: %s: %s", client.name(), load.client().saturatedBy());
			}
			if (load.stoppedBy() != null) {
				text.line("stopped by", "%s: %s", client.name(), Templates.kebab(load.stoppedBy()));
			}
			if (client.failure() != null) {
				text.line("run failed", "%s: %s", client.name(), client.failure());
			}
		}

		private static String planned(SendStats sending) {
			return (sending.plannedPerSecond() != null) ? String.format(Locale.ROOT, "%.2f", sending.plannedPerSecond())
					: "as in the file";
		}

		private static String clients(MergedDocument merged) {
			List<Row> rows = new ArrayList<>();
			merged.clients()
				.forEach((client) -> rows.add(new Row(client.name(),
						String.format(Locale.ROOT, "%.1f ms", merged.startedAfterSeconds(client) * 1e3),
						client.load().counts(), client.load().rate().perSecond())));
			rows.add(new Row("together", "", merged.load().counts(), merged.load().rate().perSecond()));
			return CLIENTS.terminal(rows);
		}

		private record Row(String name, String began, Counts counts, double rate) {
		}

	}

}
