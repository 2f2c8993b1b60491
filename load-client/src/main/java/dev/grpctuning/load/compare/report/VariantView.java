package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Saturation;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.BurstsText;
import dev.grpctuning.load.text.ProtocolErrorsText;

/**
 * What is said of a variant.
 *
 * @param index its place, from 0
 * @param failures what became of the calls that were not answered
 * @param latencies percentiles from the send and from when calls were due
 */
record VariantView(int index, String name, @Nullable String changes, String ended, boolean completed,
		@Nullable String reason, @Nullable String bottleneck, List<String> bottlenecks, List<Setting> settings,
		List<String> failures, List<Latency> latencies, List<String> notes, List<ThresholdView> thresholds,
		boolean measured) {

	static List<VariantView> of(ExperimentDocument experiment) {
		return IntStream.range(0, experiment.variants().size())
			.mapToObj((index) -> of(index, experiment.variants().get(index), baseline(experiment, index)))
			.toList();
	}

	/**
	 * What the variant is compared with.
	 */
	private static @Nullable Variant baseline(ExperimentDocument experiment, int index) {
		String workload = experiment.variants().get(index).workload();
		return Stream.ofNullable(experiment.comparison())
			.flatMap((comparison) -> experiment.variants()
				.stream()
				.filter((variant) -> variant.plainName().equals(comparison.baseline())
						&& Objects.equals(variant.workload(), workload)))
			.findFirst()
			.orElse(null);
	}

	private static VariantView of(int index, Variant variant, @Nullable Variant baseline) {
		RunDocument run = variant.medianRun();
		return new VariantView(index, variant.name(), variant.changes(), ended(variant), completed(variant),
				variant.reason(), bottleneck(run), bottlenecks(variant), settings(variant, baseline),
				(run != null) ? failures(run) : List.of(), (run != null) ? latencies(run) : List.of(), notes(variant),
				variant.runs().stream().flatMap((each) -> each.thresholds().stream()).map(ThresholdView::of).toList(),
				run != null && !run.timeline().isEmpty());
	}

	private static @Nullable String bottleneck(@Nullable RunDocument run) {
		DiagnosisDocument diagnosis = (run != null) ? run.diagnosis() : null;
		return (diagnosis != null && diagnosis.bottleneck() != null) ? diagnosis.bottleneck().text() : null;
	}

	/**
	 * The same of each run, where there are several.
	 */
	private static List<String> bottlenecks(Variant variant) {
		List<String> bottlenecks = new ArrayList<>();
		for (int i = 0; i < variant.runs().size(); i++) {
			String bottleneck = bottleneck(variant.runs().get(i));
			if (bottleneck != null && variant.runs().size() > 1) {
				bottlenecks.add("run %d: %s".formatted(i + 1, bottleneck));
			}
		}
		return bottlenecks;
	}

	static String ended(Variant variant) {
		String limited = Saturation.of(variant);
		return ResultFile.kebab(variant.ended()) + ((limited != null) ? ", " + limited : "");
	}

	static boolean completed(Variant variant) {
		return variant.ended() == Ended.COMPLETED && Saturation.of(variant) == null;
	}

	private static List<Setting> settings(Variant variant, @Nullable Variant baseline) {
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
		if (baseline != null && baseline != variant) {
			settings.addAll(inForce(tuning(variant), tuning(baseline), baseline.plainName()));
		}
		return settings;
	}

	/**
	 * The knobs that differ. What a server does not name is unlimited or none.
	 */
	private static List<Setting> inForce(Map<String, String> here, Map<String, String> there, String baseline) {
		if (here.isEmpty() || there.isEmpty()) {
			return List.of();
		}
		Set<String> knobs = new TreeSet<>(here.keySet());
		knobs.addAll(there.keySet());
		return knobs.stream()
			.filter((knob) -> !Objects.equals(here.get(knob), there.get(knob)))
			.map((knob) -> new Setting("in force: " + knob,
					"%s (%s: %s)".formatted(here.getOrDefault(knob, "none"), baseline,
							there.getOrDefault(knob, "none"))))
			.toList();
	}

	/**
	 * What the server said was in force.
	 */
	private static Map<String, String> tuning(Variant variant) {
		RunDocument run = variant.medianRun();
		Map<String, String> tuning = (run != null && run.server() != null) ? run.server().tuning() : null;
		return (tuning != null) ? tuning : Map.of();
	}

	private static List<String> failures(RunDocument run) {
		List<String> failures = new ArrayList<>();
		run.counts()
			.failed()
			.forEach((status, count) -> failures.add("%s failed with %s%s".formatted(Figures.count(count), status,
					run.firstFailures().containsKey(status) ? ": " + run.firstFailures().get(status) : "")));
		if (run.counts().cancelled() != 0) {
			failures.add(Figures.count(run.counts().cancelled()) + " cancelled by the client, as the plan has it");
		}
		if (run.counts().unfinished() != 0) {
			failures.add(Figures.count(run.counts().unfinished()) + " unfinished");
		}
		String protocolErrors = ProtocolErrorsText.of(run.protocolErrors());
		if (protocolErrors != null) {
			failures.add(ProtocolErrorsText.LABEL + " " + protocolErrors);
		}
		return failures;
	}

	private static List<Latency> latencies(RunDocument run) {
		List<Latency> latencies = new ArrayList<>();
		if (run.responseTimeMicros().count() != 0) {
			latencies.add(Latency.of("response time", run.responseTimeMicros()));
			latencies.add(Latency.of("service time", run.latencyMicros()));
		}
		if (run.sending() != null && run.sending().lagMicros().count() != 0) {
			latencies.add(Latency.of("send lag", run.sending().lagMicros()));
		}
		return latencies;
	}

	private static List<String> notes(Variant variant) {
		List<String> notes = new ArrayList<>();
		RunDocument run = variant.medianRun();
		if (run == null) {
			return notes;
		}
		if (variant.runs().size() > 1) {
			notes.add("Figures and lines are those of run %d of %d, the middle one by its p99."
				.formatted(variant.runs().indexOf(run) + 1, variant.runs().size()));
		}
		if (run.diagnosis() != null && run.diagnosis().bursts() != null) {
			notes.add("Bursts " + BurstsText.of(run.diagnosis().bursts()) + ".");
		}
		if (run.client().saturated()) {
			notes.add("Load generator saturated: %s. These are the client's figures, not the server's."
				.formatted(run.client().saturatedBy()));
		}
		if (run.warmup() != null && Boolean.FALSE.equals(run.warmup().steady())) {
			notes.add("Rate and p99 were not flat after %.1f s of warm-up.".formatted(run.warmup().seconds()));
		}
		if (run.clippedLatencies() != 0) {
			notes.add(Figures.count(run.clippedLatencies())
					+ " times were too short or too long to be recorded exactly.");
		}
		if (run.server() != null && !TimeAxis.silent(run.timeline()).isEmpty()) {
			notes.add("In the grey time the server did not answer when it was asked how it was.");
		}
		return notes;
	}

	/**
	 * A setting.
	 */
	record Setting(String name, String value) {
	}

	/**
	 * Percentiles.
	 *
	 * @param cells minimum, mean, percentiles and maximum
	 */
	record Latency(String name, List<String> cells) {

		static final List<String> COLUMNS = List.of("min", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max");

		private static Latency of(String name, LatencySummary latency) {
			return new Latency(name,
					Stream
						.of(latency.min(), latency.mean(), latency.p50(), latency.p90(), latency.p99(), latency.p999(),
								latency.p9999(), latency.max())
						.map((micros) -> Figures.latency(latency, micros.doubleValue()))
						.toList());
		}

	}

	/**
	 * A condition.
	 */
	record ThresholdView(String line, boolean held) {

		private static ThresholdView of(ThresholdDocument threshold) {
			return new ThresholdView(threshold.line(), threshold.held());
		}

	}

}
