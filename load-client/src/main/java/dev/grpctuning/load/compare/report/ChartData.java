package dev.grpctuning.load.compare.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.LatencySplit;
import dev.grpctuning.load.diagnosis.StageBand;
import dev.grpctuning.load.diagnosis.TailDocument;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.template.Templates;

/** What the charts of the page are drawn from. */
record ChartData(int processors, boolean twoLoads, List<VariantData> variants) {

	private static final int MOST_STRETCHES = 250;

	static ChartData of(ExperimentDocument experiment) {
		return new ChartData(experiment.environment().processors(), experiment.latencyAt() != null,
				experiment.variants().stream().map((variant) -> VariantData.of(experiment, variant)).toList());
	}

	private static @Nullable MedianInterval median(ExperimentDocument experiment, Variant variant, Metric metric) {
		return Stream.ofNullable(experiment.comparison())
			.filter((comparison) -> comparison.rounds() > 1)
			.flatMap((comparison) -> comparison.rows().stream())
			.filter((row) -> row.metric() == metric && row.variant().equals(variant.name()))
			.flatMap((row) -> Stream.ofNullable(row.median()))
			.findFirst()
			.orElse(null);
	}

	/** JSON for a script element: Gson escapes the characters of markup in names. */
	String json() {
		return new Gson().toJson(this);
	}

	/** A variant, with times in milliseconds. */
	record VariantData(String name, String plain, @Nullable String workload, Figure rate, Figure p99,
			@Nullable Map<String, Double> split, @Nullable Map<String, Map<String, Double>> bands, @Nullable Tail tail,
			boolean measured, @Nullable JsonElement percentiles, @Nullable Map<String, JsonElement> time,
			@Nullable Integer serverProcessors) {

		private static VariantData of(ExperimentDocument experiment, Variant variant) {
			RunDocument run = variant.medianRun();
			int processors = (run != null) ? run.environment().processors() : 0;
			return new VariantData(variant.name(), variant.plain(), variant.workload(),
					Figure.of(variant, RunDocument::rate, median(experiment, variant, Metric.THROUGHPUT), 1),
					Figure.of(variant, VariantData::p99Millis, median(experiment, variant, Metric.P99), 1e3),
					(run != null) ? split(run.diagnosis()) : null, (run != null) ? bands(run.diagnosis()) : null,
					(run != null) ? Tail.of(run.diagnosis().tail()) : null, run != null,
					(run != null) ? percentiles(run) : null,
					(run != null)
							? TimeAxis.of(run.timeline(), processors, stretches(experiment.variants().size())).json()
							: null,
					(run != null) ? TimeAxis.serverProcessors(run.timeline(), processors) : null);
		}

		/** A page with many variants has fewer points of each. */
		private static int stretches(int variants) {
			return Math.min(MOST_STRETCHES, 7 * MOST_STRETCHES / variants);
		}

		private static @Nullable Double p99Millis(RunDocument run) {
			return LatencyFigure.P99.isKnown(run.responseTimeMicros()) ? run.responseTimeMicros().p99() / 1e3 : null;
		}

		private static JsonElement percentiles(RunDocument run) {
			return Line.json(Line.percentiles(HistogramText.decode(run.responseTimeHistogram())));
		}

		private static @Nullable Map<String, Double> split(DiagnosisDocument diagnosis) {
			if (diagnosis.stages() != null) {
				return parts(diagnosis.stages().mean());
			}
			LatencySplit split = diagnosis.meanLatency();
			if (split == null || split.serverMicros() == null) {
				return null;
			}
			Map<String, Double> parts = new LinkedHashMap<>();
			put(parts, "clientWait", split.clientWaitMicros());
			put(parts, "network", split.networkMicros());
			put(parts, "executorWait", split.executorWaitMicros());
			put(parts, "handler", split.handlerMicros());
			put(parts, "server", (split.handlerMicros() == null) ? split.serverMicros() : null);
			return parts;
		}

		private static @Nullable Map<String, Map<String, Double>> bands(DiagnosisDocument diagnosis) {
			if (diagnosis.stages() == null) {
				return null;
			}
			Map<String, Map<String, Double>> bands = new LinkedHashMap<>();
			diagnosis.stages().percentiles().forEach((band) -> bands.put(band.title(), parts(band)));
			return bands;
		}

		private static Map<String, Double> parts(StageBand band) {
			Map<String, Double> parts = new LinkedHashMap<>();
			put(parts, "scheduleSlip", band.scheduleSlipMicros());
			put(parts, "streamWait", band.streamWaitMicros());
			put(parts, "writeAndNetwork", band.writeAndNetworkMicros());
			put(parts, "eventLoop", band.eventLoopMicros());
			put(parts, "executorQueue", band.executorQueueMicros());
			put(parts, "handler", band.handlerMicros());
			put(parts, "flushAndNetwork", band.flushAndNetworkMicros());
			put(parts, "bothWays", band.networkMicros());
			put(parts, "clientEventLoop", band.clientEventLoopMicros());
			return parts;
		}

		private static void put(Map<String, Double> parts, String name, @Nullable Double micros) {
			if (micros != null) {
				parts.put(name, micros / 1e3);
			}
		}

	}

	/** The slowest calls, with what share of them had which cause. */
	record Tail(String calls, Map<String, Double> causes) {

		private static @Nullable Tail of(@Nullable TailDocument tail) {
			if (tail == null) {
				return null;
			}
			Map<String, Double> causes = new LinkedHashMap<>();
			tail.causes().forEach((part) -> causes.put(Templates.kebab(part.cause()), part.share()));
			return new Tail("slowest %s %%, from %s".formatted(Figures.number(tail.share() * 100),
					Figures.micros(tail.micros())), causes);
		}

	}

	/**
	 * A figure of a variant: the median of its runs with its interval, or its one run.
	 */
	record Figure(@Nullable Double value, @Nullable List<Double> interval, List<Double> runs) {

		private static Figure of(Variant variant, Function<RunDocument, @Nullable Double> figure,
				@Nullable MedianInterval median, double unit) {
			List<Double> runs = variant.runs().stream().map(figure).filter(Objects::nonNull).toList();
			if (median != null && !runs.isEmpty()) {
				return new Figure(median.median() / unit,
						List.of(median.interval().low() / unit, median.interval().high() / unit), runs);
			}
			RunDocument run = variant.medianRun();
			return new Figure((run != null) ? figure.apply(run) : null, null, runs);
		}

	}

}
