package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.LatencySplit;
import dev.grpctuning.load.diagnosis.StageBand;
import dev.grpctuning.load.diagnosis.TailDocument;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.GridLayout;

/**
 * Data of the charts of the page.
 *
 * @param baseline what the variants are compared with, or {@code null} with one round
 * @param grid whether each workload is a number of clients and a delay
 */
record ChartData(int processors, boolean twoLoads, @Nullable String baseline, boolean grid,
		List<VariantData> variants) {

	private static final int MOST_STRETCHES = 250;

	static ChartData of(ExperimentDocument experiment) {
		List<VariantData> variants = experiment.variants()
			.stream()
			.map((variant) -> VariantData.of(experiment, variant))
			.toList();
		ComparisonDocument comparison = experiment.comparison();
		return new ChartData(experiment.environment().processors(), experiment.latencyAt() != null,
				(comparison != null && comparison.rounds() > 1) ? comparison.baseline() : null,
				experiment.workloads() != null
						&& variants.stream().allMatch((variant) -> !variant.measured() || variant.cell() != null),
				variants);
	}

	private static ComparisonDocument.@Nullable Row row(ExperimentDocument experiment, Variant variant, Metric metric) {
		return Stream.ofNullable(experiment.comparison())
			.filter((comparison) -> comparison.rounds() > 1)
			.flatMap((comparison) -> comparison.rows().stream())
			.filter((row) -> row.metric() == metric && row.variant().equals(variant.name()))
			.findFirst()
			.orElse(null);
	}

	/** JSON for a script element: Gson escapes the characters of markup in names. */
	String json() {
		return new Gson().toJson(this);
	}

	/**
	 * A variant, with times in milliseconds.
	 *
	 * @param control whether it is the baseline once more
	 * @param answered share of the calls that were answered, if it did not complete
	 */
	record VariantData(String name, String plain, boolean control, @Nullable String workload, @Nullable Cell cell,
			Figure rate, Figure p99, @Nullable Double answered, @Nullable Map<String, Double> split,
			@Nullable Map<String, Map<String, Double>> bands, @Nullable Tail tail, boolean measured,
			@Nullable JsonElement percentiles, @Nullable Map<String, JsonElement> time,
			@Nullable List<JsonElement> heat, @Nullable Integer serverProcessors) {

		private static VariantData of(ExperimentDocument experiment, Variant variant) {
			Figure rate = Figure.of(variant, RunDocument::rate, row(experiment, variant, Metric.THROUGHPUT), 1);
			Figure p99 = Figure.of(variant, VariantData::p99Millis, row(experiment, variant, Metric.P99), 1e3);
			boolean control = experiment.controls().contains(variant.name());
			RunDocument run = variant.medianRun();
			if (run == null) {
				return new VariantData(variant.name(), variant.plain(), control, variant.workload(), null, rate, p99,
						null, null, null, null, false, null, null, null, null);
			}
			int processors = run.environment().processors();
			int stretches = stretches(experiment.variants().size());
			return new VariantData(variant.name(), variant.plain(), control, variant.workload(), Cell.of(run), rate,
					p99, (variant.ended() != Ended.COMPLETED) ? answered(run.counts()) : null, split(run.diagnosis()),
					bands(run.diagnosis()), Tail.of(run.diagnosis().tail()), true, percentiles(run),
					TimeAxis.of(run.timeline(), processors, stretches).json(), Line.heat(run.timeline(), stretches / 2),
					TimeAxis.serverProcessors(run.timeline(), processors));
		}

		/** A page with many variants has fewer points of each. */
		private static int stretches(int variants) {
			return Math.min(MOST_STRETCHES, 7 * MOST_STRETCHES / variants);
		}

		private static @Nullable Double answered(Counts counts) {
			long all = counts.started() - counts.cancelled();
			return (counts.ok() < all) ? (double) counts.ok() / all : null;
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

	/** The slowest calls, and the share of each cause. */
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

	/** Where a run is in a grid. */
	record Cell(int clients, long delayMicros) {

		private static @Nullable Cell of(RunDocument run) {
			Integer clients = GridLayout.Row.clients(run.plan());
			Long delay = GridLayout.Row.delay(run.plan());
			return (clients != null && delay != null) ? new Cell(clients, delay) : null;
		}

	}

	/**
	 * A figure of a variant: the median of its runs with its interval, or its one run.
	 *
	 * @param rounds round of each run
	 * @param ratio interval of the ratio to the baseline, or {@code null} if not compared
	 */
	record Figure(@Nullable Double value, @Nullable List<Double> interval, List<Double> runs, List<Integer> rounds,
			@Nullable List<Double> ratio) {

		private static Figure of(Variant variant, Function<RunDocument, @Nullable Double> figure,
				ComparisonDocument.@Nullable Row row, double unit) {
			List<Double> runs = new ArrayList<>();
			List<Integer> rounds = new ArrayList<>();
			for (int i = 0; i < variant.runs().size(); i++) {
				Double value = figure.apply(variant.runs().get(i));
				if (value != null) {
					runs.add(value);
					rounds.add((i < variant.rounds().size()) ? variant.rounds().get(i) : i + 1);
				}
			}
			MedianInterval median = (row != null) ? row.median() : null;
			if (row != null && median != null && !runs.isEmpty()) {
				Interval ratio = (row.comparison() != null) ? row.comparison().interval() : null;
				return new Figure(median.median() / unit, ends(median.interval(), unit), runs, rounds,
						(ratio != null) ? ends(ratio, 1) : null);
			}
			RunDocument run = variant.medianRun();
			return new Figure((run != null) ? figure.apply(run) : null, null, runs, rounds, null);
		}

		private static List<Double> ends(Interval interval, double unit) {
			return List.of(interval.low() / unit, interval.high() / unit);
		}

	}

}
