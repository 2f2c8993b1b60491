package dev.grpctuning.load.knee;

import java.io.PrintStream;
import java.util.Locale;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.result.TrialText;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.Display;

/**
 * Shows how the search for knees gets on: each trial, and what came of each variant.
 */
public final class KneeDisplay implements KneeListener {

	private final PrintStream out;

	private final boolean quiet;

	private final int variants;

	private int begun;

	public KneeDisplay(KneePlan plan, String objective, boolean quiet, PrintStream out) {
		this.quiet = quiet;
		this.out = out;
		this.variants = plan.variants().size();
		print("knee: the highest rate with %s; %d variant%s, trials of %s s, about %s", objective, this.variants,
				(this.variants != 1) ? "s" : "", Figures.seconds(plan.trials().length()), Display.about(plan.length()));
	}

	private void print(String format, Object... values) {
		if (!this.quiet) {
			this.out.println(String.format(Locale.ROOT, format, values));
		}
	}

	@Override
	public void started(Variant variant) {
		this.begun++;
		print("[%d/%d] %s%s: starting and warming up", this.begun, this.variants, variant.name(),
				(variant.changes() != null) ? " = " + variant.changes() : "");
	}

	@Override
	public void tried(Trial trial) {
		print("%s", TrialText.of(trial));
	}

	@Override
	public void ended(KneeResult result) {
		print("  %s%s", ResultFile.kebab(result.ended()), (result.reason() != null) ? ": " + result.reason() : "");
	}

}
