package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import com.google.gson.Gson;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.report.Line.TimeAxis;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.LatencySplit;
import dev.grpctuning.load.diagnosis.StageBand;
import dev.grpctuning.load.diagnosis.TailDocument;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.GridLayout;
import dev.grpctuning.slices.Interval;

/**
 * Data of the charts of the page, with times in milliseconds.
 *
 * @param baseline what the variants are compared with, or {@code null} with one round
 * @param grid whether each workload is a number of clients and a delay
 */
record ChartData(int processors, boolean twoLoads, @Nullable String baseline, boolean grid,
		List<Map<String, @Nullable Object>> variants) {

	private static final int MOST_STRETCHES = 250;

	static ChartData of(ExperimentDocument experiment) {
		ComparisonView rounds = ComparisonView.of(experiment);
		return new ChartData(experiment.environment().processors(), experiment.latencyAt() != null,
				(rounds != null) ? rounds.comparison().baseline() : null,
				experiment.design().workloads() != null && experiment.variants()
					.stream()
					.flatMap((variant) -> Stream.ofNullable(variant.medianRun()))
					.allMatch((run) -> Cell.of(run) != null),
				experiment.variants().stream().map((variant) -> variant(experiment, variant, rounds)).toList());
	}

	/** JSON for a script element: Gson escapes the characters of markup in names. */
	String json() {
		return new Gson().toJson(this);
	}

	private static Map<String, @Nullable Object> variant(ExperimentDocument experiment, Variant variant,
			@Nullable ComparisonView rounds) {
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		RunDocument run = variant.medianRun();
		data.put("name", variant.name());
		data.put("plain", variant.plain());
		data.put("control", experiment.design().controls().contains(variant.name()));
		data.put("workload", variant.workload());
		data.put("measured", run != null);
		data.put("rate",
				Figure.of(variant, (each) -> each.rateLoad().rate().perSecond(), rounds, Metric.THROUGHPUT, 1));
		data.put("p99", Figure.of(variant, ChartData::p99Millis, rounds, Metric.P99, 1e3));
		if (run != null) {
			int processors = run.environment().processors();
			// A page with many variants has fewer points of each.
			int stretches = Math.min(MOST_STRETCHES, 7 * MOST_STRETCHES / experiment.variants().size());
			double answered = Headline.answered(List.of(run));
			data.put("cell", Cell.of(run));
			data.put("answered", (variant.ended() != Ended.COMPLETED && answered < 1) ? answered : null);
			data.put("split", split(run.diagnosis()));
			data.put("bands", bands(run.diagnosis()));
			data.put("tail", Tail.of(run.diagnosis().tail()));
			data.put("percentiles", Line
				.json(Line.percentiles(HistogramText.decode(run.load().latencyMicros().response().histogram()))));
			data.put("time", TimeAxis.of(run.timeline(), processors, stretches).json());
			data.put("heat", Line.heat(run.timeline(), stretches / 2));
			data.put("serverProcessors", TimeAxis.serverProcessors(run.timeline(), processors));
		}
		return data;
	}

	private static @Nullable Double p99Millis(RunDocument run) {
		LatencySummary response = run.load().latencyMicros().response();
		return LatencyFigure.P99.isKnown(response) ? response.p99() / 1e3 : null;
	}

	private static @Nullable Map<String, Double> split(DiagnosisDocument diagnosis) {
		LatencySplit split = diagnosis.meanLatency();
		if (diagnosis.stages() != null) {
			return parts(diagnosis.stages().mean());
		}
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
				@Nullable ComparisonView compared, Metric metric, double unit) {
			List<Double> runs = new ArrayList<>();
			List<Integer> rounds = new ArrayList<>();
			for (int i = 0; i < variant.runs().size(); i++) {
				Double value = figure.apply(variant.runs().get(i));
				if (value != null) {
					runs.add(value);
					rounds.add((i < variant.rounds().size()) ? variant.rounds().get(i) : i + 1);
				}
			}
			RunDocument run = variant.medianRun();
			return Stream.ofNullable(compared)
				.flatMap((all) -> all.comparison().rows().stream())
				.filter((row) -> row.metric() == metric && row.variant().equals(variant.name()) && !runs.isEmpty())
				.flatMap((row) -> Stream.ofNullable(row.median())
					.map((median) -> new Figure(median.median() / unit, ends(median.interval(), unit), runs, rounds,
							(row.comparison() != null) ? ends(row.comparison().interval(), 1) : null)))
				.findFirst()
				.orElseGet(() -> new Figure((run != null) ? figure.apply(run) : null, null, runs, rounds, null));
		}

		private static @Nullable List<Double> ends(@Nullable Interval interval, double unit) {
			return (interval != null) ? List.of(interval.low() / unit, interval.high() / unit) : null;
		}

	}

}
