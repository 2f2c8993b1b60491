package dev.grpctuning.load.compare.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.profile.FlameGraphs;
import dev.grpctuning.load.compare.provenance.Provenance.ServerLogs;
import dev.grpctuning.load.compare.report.Line.TimeAxis;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;
import dev.grpctuning.load.text.SummaryText;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Table.Cell;

/**
 * A variant in the report, numbered from 0.
 *
 * @param baseline the baseline of its workload, or {@code null} if there is none
 * @param run the run that is shown, or {@code null} if nothing was measured
 */
record VariantView(int index, ExperimentDocument experiment, Variant variant, @Nullable Variant baseline,
		@Nullable RunDocument run, @Nullable Path folder) {

	static VariantView of(int index, ExperimentDocument experiment, @Nullable Path folder) {
		Variant variant = experiment.variants().get(index);
		ComparisonDocument comparison = experiment.comparison();
		Variant baseline = experiment.variants()
			.stream()
			.filter((other) -> comparison != null && other.plain().equals(comparison.baseline())
					&& Objects.equals(other.workload(), variant.workload()))
			.findFirst()
			.orElse(null);
		return new VariantView(index, experiment, variant, baseline, variant.medianRun(), folder);
	}

	String name() {
		return this.variant.name();
	}

	@Nullable String role() {
		return (this.experiment.comparison() != null) ? this.experiment.comparison().role(this.variant) : null;
	}

	/** Only what failed is red; a saturated client makes figures doubtful. */
	Cell ended() {
		String saturated = this.variant.saturated();
		return Cell.styled(Templates.kebab(this.variant.ended()) + ((saturated != null) ? ", " + saturated : ""),
				"ended " + ((this.variant.ended() != Ended.COMPLETED) ? "bad" : (saturated != null) ? "warn" : "none"));
	}

	/** Number of its runs, unless all variants ran once. */
	@Nullable Integer runs() {
		return this.experiment.variants().stream().anyMatch((other) -> other.runs().size() > 1)
				? this.variant.runs().size() : null;
	}

	/** The median of the units of its slices, or {@code null} if it has none. */
	@Nullable Double sliced(Metric metric) {
		double[] values = (this.variant.slices() != null) ? this.variant.values(metric) : new double[0];
		return (values.length != 0) ? MedianInterval.of(values).median() : null;
	}

	/** How many times the baseline's a figure is, such as {@code 0.52×}. */
	@Nullable String times(Metric metric) {
		return Stream.ofNullable(this.experiment.comparison())
			.flatMap((comparison) -> comparison.rows().stream())
			.filter((row) -> row.metric() == metric && row.variant().equals(name()))
			.flatMap((row) -> Stream.ofNullable(row.comparison()))
			.filter((against) -> against.rounds() != 0)
			.map(ComparisonWords::times)
			.findFirst()
			.orElse(null);
	}

	@Nullable String bottleneck() {
		return bottleneck(this.run);
	}

	@Nullable String tail() {
		return (this.run != null) ? RunWords.tail(this.run.diagnosis().tail()) : null;
	}

	boolean measured() {
		return this.run != null && !this.run.timeline().isEmpty();
	}

	List<ThresholdDocument> thresholds() {
		return this.variant.runs().stream().flatMap((each) -> each.outcome().thresholds().stream()).toList();
	}

	List<ServerLogs> logs() {
		return ServerLogs.of(this.folder, this.variant);
	}

	private static @Nullable String bottleneck(@Nullable RunDocument run) {
		if (run == null || run.diagnosis().bottleneck() == null) {
			return null;
		}
		String text = run.diagnosis().bottleneck().text();
		return (run.closed() != null && run.closed().bottleneck() != null)
				? text + "; closed load: " + run.closed().bottleneck().text() : text;
	}

	/** The bottleneck of each of several runs. */
	List<Named> bottlenecks() {
		List<RunDocument> runs = this.variant.runs();
		return IntStream.range(0, (runs.size() > 1) ? runs.size() : 0)
			.filter((i) -> bottleneck(runs.get(i)) != null)
			.mapToObj((i) -> new Named("run " + (i + 1), bottleneck(runs.get(i))))
			.toList();
	}

	@Nullable String protocolErrors() {
		return RunWords.protocolErrors(this.variant.runs()
			.stream()
			.flatMap((each) -> Stream.ofNullable(each.load().protocolErrors()))
			.reduce(ProtocolErrors.NONE, ProtocolErrors::plus));
	}

	/** Its set-up, and the knobs that differ from those of the baseline. */
	List<Named> settings() {
		List<Named> settings = new ArrayList<>();
		settings.add(new Named("profile", this.variant.setup().profile()));
		this.variant.setup().properties().forEach((name, value) -> settings.add(new Named(name, value)));
		settings.add(new Named("JVM options", this.variant.setup().jvmOptions().isEmpty() ? null
				: String.join(" ", this.variant.setup().jvmOptions())));
		settings.add(new Named("JDK", this.variant.setup().javaHome()));
		settings.removeIf((setting) -> setting.value() == null);
		Map<String, String> here = tuning(this.variant);
		Map<String, String> there = (this.baseline != null) ? tuning(this.baseline) : Map.of();
		Set<String> knobs = new TreeSet<>(here.keySet());
		knobs.addAll(there.keySet());
		if (!here.isEmpty() && !there.isEmpty()) {
			// A knob that the server does not report is unlimited or not set.
			knobs.stream()
				.filter((knob) -> !Objects.equals(here.get(knob), there.get(knob)))
				.map((knob) -> new Named("in force: " + knob,
						"%s (baseline: %s)".formatted(here.getOrDefault(knob, "none"),
								there.getOrDefault(knob, "none"))))
				.forEach(settings::add);
		}
		return settings;
	}

	private static Map<String, String> tuning(Variant variant) {
		Map<String, String> texts = new HashMap<>();
		ServerDocument server = (variant.medianRun() != null) ? variant.medianRun().server() : null;
		if (server != null && server.setup().tuning() != null) {
			Map<String, String> units = Objects.requireNonNullElse(server.setup().tuningUnits(), Map.of());
			server.setup()
				.tuning()
				.forEach((knob, value) -> texts.put(knob,
						units.containsKey(knob) ? value + " " + units.get(knob) : value));
		}
		return texts;
	}

	/** Pages of its profiled run. */
	List<Named> flameGraphs() {
		Path profile = ServerLogs.folder(this.variant).resolve(FlameGraphs.FOLDER);
		return Stream.of(FlameGraphs.Kind.values())
			.flatMap((kind) -> Stream.of(Map.entry(kind.title(), profile.resolve(kind.file())),
					Map.entry(kind.title() + ", difference to the baseline", profile.resolve(kind.difference()))))
			.filter((graph) -> this.folder != null && Files.exists(this.folder.resolve(graph.getValue())))
			.map((graph) -> new Named(graph.getKey(), ServerLogs.link(graph.getValue())))
			.toList();
	}

	/** A table of all latencies, {@code null} if there are none. */
	@Nullable String latencies() {
		if (this.run == null) {
			return null;
		}
		LoadResult load = this.run.load();
		String style = (load.stoppedBy() != null) ? "died none" : null;
		List<SummaryText.Row> rows = SummaryText.latencies(load)
			.stream()
			.filter((row) -> row.latency().count() != 0)
			.toList();
		Table<SummaryText.Row> table = new Table<SummaryText.Row>().text("latency", SummaryText.Row::label);
		for (LatencyFigure figure : LatencyFigure.values()) {
			table = table.number(figure.title(), (row) -> Cell.styled(Figures.latency(row.latency(), figure), style));
		}
		return rows.isEmpty() ? null : table.html(rows);
	}

	/** Remarks on the run that is shown. */
	List<String> notes() {
		RunDocument shown = this.run;
		if (shown == null) {
			return List.of();
		}
		LoadResult load = shown.load();
		List<String> notes = new ArrayList<>(RunWords.unanswered(load));
		List<RunDocument> runs = this.variant.runs();
		if (runs.size() > 1) {
			notes.add("Figures and charts show run %d of %d, the one with the median p99."
				.formatted(runs.indexOf(shown) + 1, runs.size()));
		}
		if (shown.diagnosis().bursts() != null) {
			notes.add("Bursts " + RunWords.bursts(shown.diagnosis().bursts()) + ".");
		}
		Stream.ofNullable(tail()).forEach(notes::add);
		if (load.client().saturated()) {
			notes.add("Load generator saturated: %s. These figures show the client's limits, not the server's."
				.formatted(load.client().saturatedBy()));
		}
		WarmupResult warmup = shown.rateLoad().warmup();
		if (warmup != null && Boolean.FALSE.equals(warmup.steady())) {
			notes.add(String.format(Locale.ROOT, "Rate and p99 were not shown to be flat after %.1f s of warm-up.",
					warmup.seconds()));
		}
		if (shown.diagnosis().rateRiseShare() != null) {
			notes.add(String.format(Locale.ROOT,
					"The rate still rose, by %.0f %% or more. Warm up longer, such as with load.warmup=auto.",
					shown.diagnosis().rateRiseShare() * 100));
		}
		if (load.clippedLatencies() != 0) {
			notes.add("%s times were below 1 µs or above 1 h, and were recorded as the nearest of these two."
				.formatted(Figures.count(load.clippedLatencies())));
		}
		if (shown.server() != null && !TimeAxis.silent(shown.timeline()).isEmpty()) {
			notes.add("The server sent no metrics for a part of the run.");
		}
		return notes;
	}

	/** A value for people with its name. */
	record Named(String name, @Nullable String value) {
	}

}
