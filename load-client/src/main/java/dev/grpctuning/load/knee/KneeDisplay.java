package dev.grpctuning.load.report;

import java.io.PrintStream;
import java.util.Locale;

import dev.grpctuning.load.experiment.KneeListener;
import dev.grpctuning.load.experiment.KneePlan;
import dev.grpctuning.load.experiment.KneeResult;
import dev.grpctuning.load.experiment.Trial;
import dev.grpctuning.load.experiment.Variant;

/**
 * Shows how the search for knees gets on: each trial, and what came of each variant.
 */
public final class KneeDisplay implements KneeListener {

	private final PrintStream out;

	private final boolean quiet;

	private final int variants;

	private int begun;

	/**
	 * Begins a display.
	 * @param plan what is searched for
	 * @param objective the conditions that have to hold
	 * @param quiet whether nothing is shown
	 * @param out where to
	 */
	public KneeDisplay(KneePlan plan, String objective, boolean quiet, PrintStream out) {
		this.quiet = quiet;
		this.out = out;
		this.variants = plan.variants().size();
		print("knee: the highest rate with %s; %d variant%s, trials of %s s, about %s", objective, this.variants,
				(this.variants != 1) ? "s" : "", Figures.seconds(plan.trials().length()),
				GridDisplay.about(plan.length()));
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
