package dev.grpctuning.load.report;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.Progress;
import dev.grpctuning.load.experiment.Experiment;
import dev.grpctuning.load.experiment.ExperimentListener;
import dev.grpctuning.load.experiment.Variant;
import dev.grpctuning.load.experiment.VariantResult;

/**
 * Shows how an experiment gets on: what each variant changes, its progress, and how it
 * ended.
 */
public final class ExperimentDisplay implements ExperimentListener {

	private final PrintStream out;

	private final boolean quiet;

	private final int runs;

	private final int rounds;

	private final String title;

	private boolean titled;

	private int begun;

	private @Nullable ProgressDisplay progress;

	/**
	 * Begins a display.
	 * @param experiment what is running
	 * @param length how long it roughly takes
	 * @param quiet whether nothing is shown
	 * @param out where to
	 */
	public ExperimentDisplay(Experiment experiment, Duration length, boolean quiet, PrintStream out) {
		this.quiet = quiet;
		this.out = out;
		this.rounds = experiment.repeat();
		this.runs = experiment.runs();
		this.title = experiment.name() + ((experiment.description() != null) ? ": " + experiment.description() : "")
				+ String.format(Locale.ROOT, "%n%d %s, about %s%s", this.runs, (this.runs != 1) ? "runs" : "run",
						GridDisplay.about(length),
						(experiment.scale() != 1) ? ", scaled by " + Figures.factor(experiment.scale()) : "");
	}

	@Override
	public void warmingUp(int variants) {
		print(this.title);
		this.titled = true;
		print("warming up: each of " + variants + " variants for a moment");
	}

	@Override
	public void started(Variant variant, int round) {
		if (!this.titled) {
			print(this.title);
			this.titled = true;
		}
		this.begun++;
		print("[%d/%d] %s%s%s".formatted(this.begun, this.runs, variant.title(),
				(this.rounds != 1) ? ", round " + round : "",
				(variant.changes() != null && round == 1) ? " = " + variant.changes() : ""));
	}

	@Override
	public void progress(Progress progress) {
		if (this.progress == null) {
			this.progress = ProgressDisplay.of("running", this.quiet, this.out);
		}
		this.progress.show(progress);
	}

	@Override
	public void ended(VariantResult result) {
		if (this.progress != null) {
			this.progress.finish();
			this.progress = null;
		}
		print("  %s%s%s".formatted(ResultFile.kebab(result.ended()),
				result.runs().isEmpty() ? "" : ": " + answered(result),
				(result.reason() != null) ? ": " + result.reason() : ""));
	}

	private void print(String line) {
		if (!this.quiet) {
			this.out.println(line);
		}
	}

	private static String answered(VariantResult result) {
		LoadResult load = result.runs().getFirst().load();
		boolean unsteady = load.warmup() != null && Boolean.FALSE.equals(load.warmup().steady());
		return Figures.count(load.counts().ok()) + " of " + Figures.count(load.counts().started()) + " answered"
				+ (unsteady ? ", though rate and p99 were not flat after the warm-up" : "");
	}

}
