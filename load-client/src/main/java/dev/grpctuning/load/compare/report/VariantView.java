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
import dev.grpctuning.load.compare.provenance.ServerLogs;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Table.Cell;

/** A variant in the report, numbered from 0. */
record VariantView(int index, String name, @Nullable String role, @Nullable String changes, String ended,
		String endedStyle, @Nullable String reason, @Nullable String bottleneck, @Nullable String tail,
		List<Bottleneck> bottlenecks, List<Setting> settings, List<InForce> inForce, @Nullable String latencies,
		@Nullable String protocolErrors, List<String> notes, List<ThresholdDocument> thresholds, boolean measured,
		List<FlameGraph> flameGraphs, List<ServerLogs> logs) {

	static List<VariantView> of(ExperimentDocument experiment, @Nullable Path folder) {
		return IntStream.range(0, experiment.variants().size())
			.mapToObj((index) -> of(index, experiment, baseline(experiment, index), folder))
			.toList();
	}

	private static @Nullable Variant baseline(ExperimentDocument experiment, int index) {
		String workload = experiment.variants().get(index).workload();
		return Stream.ofNullable(experiment.comparison())
			.flatMap((comparison) -> experiment.variants()
				.stream()
				.filter((variant) -> variant.plain().equals(comparison.baseline())
						&& Objects.equals(variant.workload(), workload)))
			.findFirst()
			.orElse(null);
	}

	private static VariantView of(int index, ExperimentDocument experiment, @Nullable Variant baseline,
			@Nullable Path folder) {
		Variant variant = experiment.variants().get(index);
		RunDocument run = variant.medianRun();
		return new VariantView(index, variant.name(),
				(experiment.comparison() != null) ? experiment.comparison().role(variant) : null, variant.changes(),
				ExperimentTable.endedText(variant), ExperimentTable.endedStyle(variant), variant.reason(),
				bottleneck(run), (run != null) ? RunWords.tail(run.diagnosis().tail()) : null, bottlenecks(variant),
				settings(variant),
				(baseline != null && baseline != variant) ? InForce.of(server(variant), server(baseline)) : List.of(),
				(run != null) ? Latency.table(run) : null, protocolErrors(variant),
				(run != null) ? Notes.of(variant, run) : List.of(),
				variant.runs().stream().flatMap((each) -> each.thresholds().stream()).toList(),
				run != null && !run.timeline().isEmpty(), (folder != null) ? FlameGraph.of(folder, variant) : List.of(),
				ServerLogs.of(folder, variant));
	}

	private static @Nullable String bottleneck(@Nullable RunDocument run) {
		if (run == null || run.diagnosis().bottleneck() == null) {
			return null;
		}
		String text = run.diagnosis().bottleneck().text();
		return (run.closed() != null && run.closed().bottleneck() != null)
				? text + "; closed load: " + run.closed().bottleneck().text() : text;
	}

	private static List<Bottleneck> bottlenecks(Variant variant) {
		return IntStream.range(0, (variant.runs().size() > 1) ? variant.runs().size() : 0)
			.filter((i) -> bottleneck(variant.runs().get(i)) != null)
			.mapToObj((i) -> new Bottleneck(i + 1, bottleneck(variant.runs().get(i))))
			.toList();
	}

	private static @Nullable String protocolErrors(Variant variant) {
		return RunWords.protocolErrors(variant.runs()
			.stream()
			.flatMap((run) -> Stream.ofNullable(run.protocolErrors()))
			.reduce(ProtocolErrors.NONE, ProtocolErrors::plus));
	}

	private static List<Setting> settings(Variant variant) {
		List<Setting> settings = new ArrayList<>();
		if (variant.profile() != null) {
			settings.add(new Setting("profile", variant.profile()));
		}
		variant.properties().forEach((name, value) -> settings.add(new Setting(name, value)));
		if (!variant.jvmOptions().isEmpty()) {
			settings.add(new Setting("JVM options", String.join(" ", variant.jvmOptions())));
		}
		if (variant.javaHome() != null) {
			settings.add(new Setting("JDK", variant.javaHome()));
		}
		return settings;
	}

	private static @Nullable ServerDocument server(Variant variant) {
		RunDocument run = variant.medianRun();
		return (run != null) ? run.server() : null;
	}

	/** A page of a profiled run, relative to the report. */
	record FlameGraph(String title, Path file) {

		String link() {
			return ServerLogs.link(this.file);
		}

		private static List<FlameGraph> of(Path folder, Variant variant) {
			Path profile = ServerLogs.folder(variant).resolve(FlameGraphs.FOLDER);
			return Stream.of(FlameGraphs.Kind.values())
				.flatMap((kind) -> Stream.of(new FlameGraph(kind.title(), profile.resolve(kind.file())),
						new FlameGraph(kind.title() + ", difference to the baseline",
								profile.resolve(kind.difference()))))
				.filter((graph) -> Files.exists(folder.resolve(graph.file())))
				.toList();
		}

	}

	record Setting(String name, String value) {
	}

	record Bottleneck(int run, @Nullable String text) {
	}

	/** A knob that differs from the baseline's. */
	record InForce(String knob, @Nullable String here, @Nullable String there) {

		/** A knob that the server does not report is unlimited or not set. */
		private static List<InForce> of(@Nullable ServerDocument server, @Nullable ServerDocument baseline) {
			Map<String, String> here = texts(server);
			Map<String, String> there = texts(baseline);
			Set<String> knobs = new TreeSet<>(here.keySet());
			knobs.addAll(there.keySet());
			return (here.isEmpty() || there.isEmpty()) ? List.of()
					: knobs.stream()
						.filter((knob) -> !Objects.equals(here.get(knob), there.get(knob)))
						.map((knob) -> new InForce(knob, here.get(knob), there.get(knob)))
						.toList();
		}

		private static Map<String, String> texts(@Nullable ServerDocument server) {
			Map<String, String> texts = new HashMap<>();
			if (server != null && server.tuning() != null) {
				Map<String, String> units = (server.tuningUnits() != null) ? server.tuningUnits() : Map.of();
				server.tuning()
					.forEach((knob, value) -> texts.put(knob,
							units.containsKey(knob) ? value + " " + units.get(knob) : value));
			}
			return texts;
		}

	}

	private record Latency(String name, LatencySummary micros) {

		private static @Nullable String table(RunDocument run) {
			List<Latency> rows = new ArrayList<>();
			rows.add(new Latency("response time", run.responseTimeMicros()));
			rows.add(new Latency("service time", run.latencyMicros()));
			RunWords.statuses(run, true).forEach((status, calls) -> {
				rows.add(new Latency("response time of " + status, calls.responseTimeMicros()));
				rows.add(new Latency("service time of " + status, calls.latencyMicros()));
			});
			if (run.sending() != null) {
				rows.add(new Latency("send lag", run.sending().lagMicros()));
			}
			rows.removeIf((row) -> row.micros().count() == 0);
			Table<Latency> table = new Table<Latency>().text("latency", Latency::name);
			for (LatencyFigure figure : LatencyFigure.values()) {
				table = table.number(figure.title(), (row) -> Cell.styled(Figures.latency(row.micros(), figure),
						(run.stoppedBy() != null) ? "died none" : null));
			}
			return rows.isEmpty() ? null : table.html(rows);
		}

	}

	private record Notes(@Nullable Integer run, int runs, List<RunWords.Failure> failures, long cancelled,
			long unfinished, @Nullable String bursts, @Nullable String tail, @Nullable String saturatedBy,
			@Nullable String warmup, @Nullable String rise, long clipped, boolean silent) {

		private static List<String> of(Variant variant, RunDocument run) {
			int runs = variant.runs().size();
			Bursts bursts = run.diagnosis().bursts();
			WarmupResult warmup = run.firstWarmup();
			boolean unsteady = warmup != null && Boolean.FALSE.equals(warmup.steady());
			Notes notes = new Notes((runs > 1) ? variant.runs().indexOf(run) + 1 : null, runs, RunWords.failures(run),
					run.counts().cancelled(), run.counts().unfinished(),
					(bursts != null) ? RunWords.bursts(bursts) : null, RunWords.tail(run.diagnosis().tail()),
					run.client().saturated() ? run.client().saturatedBy() : null,
					(warmup != null && unsteady) ? String.format(Locale.ROOT, "%.1f", warmup.seconds()) : null,
					(run.rateRiseShare() != null) ? String.format(Locale.ROOT, "%.0f %%", run.rateRiseShare() * 100)
							: null,
					run.clippedLatencies(), run.server() != null && !TimeAxis.silent(run.timeline()).isEmpty());
			return Templates.text("variant-notes", notes).lines().toList();
		}

	}

}
