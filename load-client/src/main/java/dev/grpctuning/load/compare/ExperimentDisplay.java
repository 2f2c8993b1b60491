package dev.grpctuning.load.compare;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.text.ProtocolErrorsText;

/**
 * Shows how an experiment gets on: what each variant changes, its progress, and how it
 * ended.
 */
final class ExperimentDisplay {

	private final Display display;

	private final int runs;

	private final int rounds;

	private @Nullable String title;

	ExperimentDisplay(Experiment experiment, Duration length, boolean quiet, PrintStream out) {
		this.display = new Display("running", quiet, out);
		this.rounds = experiment.repeat();
		this.runs = experiment.runs();
		this.title = experiment.name() + ((experiment.description() != null) ? ": " + experiment.description() : "")
				+ String.format(Locale.ROOT, "%n%d %s, about %s%s", this.runs, (this.runs != 1) ? "runs" : "run",
						Display.about(length),
						(experiment.scale() != 1) ? ", scaled by " + Figures.number(experiment.scale()) : "");
	}

	void warmingUp(int variants) {
		title();
		this.display.print("warming up: each of %d variants for a moment", variants);
	}

	void started(Variant variant, int round) {
		title();
		this.display.begin(this.runs, "%s%s%s", variant.title(), (this.rounds != 1) ? ", round " + round : "",
				(variant.changes() != null && round == 1) ? " = " + variant.changes() : "");
	}

	private void title() {
		if (this.title != null) {
			this.display.print("%s", this.title);
			this.title = null;
		}
	}

	void progress(Progress progress) {
		this.display.show(progress);
	}

	void ended(VariantResult result) {
		this.display.print("  %s%s%s", ResultFile.kebab(result.ended()),
				result.runs().isEmpty() ? "" : ": " + answered(result),
				(result.reason() != null) ? ": " + result.reason() : "");
	}

	private static String answered(VariantResult result) {
		LoadResult load = result.runs().getFirst().load();
		boolean unsteady = load.warmup() != null && Boolean.FALSE.equals(load.warmup().steady());
		return Figures.count(load.counts().ok()) + " of " + Figures.count(load.counts().started()) + " answered, "
				+ Figures.rate(load.throughputPerSecond()) + " per second"
				+ (unsteady ? ", though rate and p99 were not flat after the warm-up" : "") + notAnswered(load)
				+ (load.client().saturated() ? "; load generator saturated: " + load.client().saturatedBy() : "")
				+ ((load.stoppedBy() != null)
						? String.format(Locale.ROOT, "; stopped after %.1f s", load.elapsedSeconds()) : "");
	}

	private static String notAnswered(LoadResult load) {
		List<String> parts = new ArrayList<>();
		load.counts()
			.failed()
			.forEach((status, count) -> parts.add("%s %s: %s".formatted(Figures.count(count), status,
					load.firstFailures().getOrDefault(status, "").replaceAll("\\s+", " "))));
		String protocolErrors = ProtocolErrorsText.of(load.protocolErrors());
		if (protocolErrors != null) {
			parts.add(ProtocolErrorsText.LABEL + " " + protocolErrors);
		}
		if (load.counts().cancelled() != 0) {
			parts.add(Figures.count(load.counts().cancelled()) + " cancelled");
		}
		if (load.counts().unfinished() != 0) {
			parts.add(Figures.count(load.counts().unfinished()) + " unfinished");
		}
		return parts.stream().map("; "::concat).collect(Collectors.joining());
	}

}
