package dev.grpctuning.load.text;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.StageSplit;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Precision.PercentileInterval;
import dev.grpctuning.load.stats.Precision.PercentileInterval.Missing;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.observe.Cause;

/** The summary of a run, or of several clients together, on a terminal. */
public final class SummaryText {

	private static final Table<Row> LATENCIES = new Table<Row>().text("", Row::label)
		.number("min", micros(LatencyFigure.MIN))
		.number("mean", micros(LatencyFigure.MEAN))
		.number("p50", micros(LatencyFigure.P50))
		.number("p90", micros(LatencyFigure.P90))
		.number("p99", micros(LatencyFigure.P99))
		.number("p99.9", micros(LatencyFigure.P999))
		.number("p99.99", micros(LatencyFigure.P9999))
		.number("max", micros(LatencyFigure.MAX));

	private static final Set<LatencyFigure> PRINTED = EnumSet.of(LatencyFigure.P50, LatencyFigure.P90,
			LatencyFigure.P99, LatencyFigure.P999, LatencyFigure.P9999);

	private static final Table<PercentileInterval> INTERVALS = new Table<PercentileInterval>()
		.text("response time", PercentileInterval::percentile)
		.number("value", (each) -> Figures.micros(each.micros()))
		.number("95 % interval", SummaryText::interval)
		.number("±",
				(each) -> (each.interval() != null) ? String.format(Locale.ROOT, "%.1f %%", each.share() * 100) : null);

	private final List<String> lines = new ArrayList<>();

	/** The summary of one run. */
	static String of(RunDocument run) {
		SummaryText text = new SummaryText().calls(run.load());
		if (run.diagnosis().rateRiseShare() != null) {
			text.line("rate", "still rose, by %.0f %% or more; warm up longer, such as with --load.warmup=auto",
					run.diagnosis().rateRiseShare() * 100);
		}
		PlanDocument.Open plan = run.plan().open();
		if (run.load().sending() != null && plan != null) {
			text.line("sent", "%.2f per second, planned %s; %.2f %% more than %s ms late",
					run.load().sending().sentPerSecond(), planned(run.load().sending(), plan),
					run.load().sending().lateShare() * 100, plan.maxLagMillis());
		}
		Bursts bursts = run.diagnosis().bursts();
		if (bursts != null) {
			text.line("bursts", "%s", RunWords.bursts(bursts));
		}
		text.client("client", run.load().client(), "peak heap");
		if (run.load().client().saturated()) {
			text.line("saturated", "load generator: %s", run.load().client().saturatedBy());
		}
		DiagnosisDocument.Found bottleneck = run.diagnosis().bottleneck();
		if (bottleneck != null && bottleneck.kind() != Cause.LOAD_GENERATOR_SATURATED) {
			text.line("bottleneck", "%s", bottleneck.text());
		}
		String tail = RunWords.tail(run.diagnosis().tail());
		if (tail != null) {
			text.line("tail", "%s", tail);
		}
		if (run.load().stoppedBy() != null) {
			text.line("stopped by", "%s", Templates.kebab(run.load().stoppedBy()));
		}
		StageSplit stages = run.diagnosis().stages();
		return text.end(run, List.of()) + precision(run) + ((stages != null) ? "\n" + StageTable.terminal(stages) : "");
	}

	/** The intervals of the response time, unless the run is too short for any. */
	private static String precision(RunDocument run) {
		LatencySummary response = run.load().latencyMicros().response();
		List<PercentileInterval> percentiles = Stream.ofNullable(run.precision())
			.flatMap((precision) -> precision.response().stream())
			.filter((each) -> LatencyFigure.named(each.percentile())
				.filter((figure) -> PRINTED.contains(figure) && figure.isKnown(response))
				.isPresent())
			.filter((each) -> each.missing() != Missing.TOO_SHORT)
			.toList();
		return percentiles.isEmpty() ? "" : "\n" + INTERVALS.terminal(percentiles);
	}

	private static String planned(SendStats sending, PlanDocument.Open plan) {
		if (sending.plannedPerSecond() == null || plan.arrivals() == null) {
			return "as in the file";
		}
		return String.format(Locale.ROOT, "%.2f (%s, seed %d)", sending.plannedPerSecond(),
				Templates.kebab(plan.arrivals()), plan.seed());
	}

	private static String interval(PercentileInterval percentile) {
		return (percentile.interval() != null)
				? "%s to %s".formatted(Figures.micros(Math.round(percentile.interval().low())),
						Figures.micros(Math.round(percentile.interval().high())))
				: "- (%s)".formatted(Objects.requireNonNull(percentile.missing()).text());
	}

	public SummaryText line(String label, String format, @Nullable Object... values) {
		this.lines.add(String.format(Locale.ROOT, "%-15s", label) + String.format(Locale.ROOT, format, values));
		return this;
	}

	/** Adds the lines of calls, messages and the warm-up. */
	public SummaryText calls(LoadResult load) {
		Counts counts = load.counts();
		line("answered", "%,d of %,d in %.1f s, %,.0f per second%s", counts.ok(), counts.started(),
				load.rate().elapsedSeconds(), load.rate().perSecond(), window(load));
		RunWords.statuses(load, false)
			.forEach((status, calls) -> line("of which", "%,d %s", calls.latencyMicros().service().count(), status));
		RunWords.failures(load)
			.forEach((failure) -> line("failed", "%,d %s: %s", failure.count(), failure.status(), failure.message()));
		if (counts.cancelled() != 0) {
			line("cancelled", "%,d by the client, as load.cancel.share has it", counts.cancelled());
		}
		line("unfinished", "%,d", counts.unfinished());
		String protocolErrors = RunWords.protocolErrors(load.protocolErrors());
		if (protocolErrors != null) {
			line(RunWords.PROTOCOL_ERRORS, " %s", protocolErrors);
		}
		Streams messages = load.messages().streams();
		if (messages != null) {
			line("messages", "%,d sent, %,.0f per second; %,d received, %,.0f per second", messages.sent(),
					messages.sentPerSecond(), messages.received(), messages.receivedPerSecond());
		}
		WarmupResult warmup = load.warmup();
		if (warmup != null) {
			line("warm-up", "%.1f s%s", warmup.seconds(), steady(warmup));
		}
		return this;
	}

	/** Adds a remark if the time after the start of the last call is not counted. */
	private static String window(LoadResult load) {
		String window = String.format(Locale.ROOT, "%.1f s", load.rate().windowSeconds());
		return window.equals(String.format(Locale.ROOT, "%.1f s", load.rate().elapsedSeconds())) ? ""
				: " in the first " + window;
	}

	private static String steady(WarmupResult warmup) {
		if (warmup.steady() == null) {
			return "";
		}
		return warmup.steady() ? ", until rate and p99 were flat" : "; rate and p99 were not shown to be flat";
	}

	public SummaryText client(String label, ClientUse client, String heap) {
		return line(label, "%.1f s CPU, %.1f µs per call, %s %s", client.cpuSeconds(), client.cpuMicrosPerCall(), heap,
				Figures.megabytes(client.peakHeapBytes()));
	}

	/** Adds latencies and thresholds, and returns the text. */
	public String end(Measured measured, List<Row> rows) {
		LoadResult load = measured.load();
		if (load.clippedLatencies() != 0) {
			line("clipped", "%,d times below 1 µs or above 1 h, recorded as these", load.clippedLatencies());
		}
		this.lines.add(LATENCIES.terminal(Stream.concat(rows.stream(), latencies(load).stream()).toList()));
		measured.outcome().thresholds().forEach((threshold) -> line("threshold", "%s", threshold.line()));
		return String.join("\n", this.lines);
	}

	/** All latencies of a load. */
	public static List<Row> latencies(LoadResult load) {
		List<Row> rows = new ArrayList<>();
		rows.add(new Row("service time, from the send", load.latencyMicros().service()));
		rows.add(new Row("response time, from when it was due", load.latencyMicros().response()));
		RunWords.statuses(load, true).forEach((status, calls) -> {
			rows.add(new Row("service time of " + status, calls.latencyMicros().service()));
			rows.add(new Row("response time of " + status, calls.latencyMicros().response()));
		});
		Streams streams = load.messages().streams();
		if (streams != null) {
			rows.add(new Row("between two messages of a call", streams.gapMicros()));
		}
		if (load.sending() != null) {
			rows.add(new Row("send lag, from when it was due to the send", load.sending().lagMicros()));
		}
		return rows;
	}

	private static Function<Row, @Nullable Object> micros(LatencyFigure figure) {
		return (row) -> Figures.latency(row.latency(), figure);
	}

	/** Latencies behind a label. */
	public record Row(String label, LatencySummary latency) {
	}

}
