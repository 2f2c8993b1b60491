package dev.grpctuning.load.knee;

import java.io.PrintStream;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.Display;

/**
 * Shows the progress of a search for knees: each trial, and how each variant ended.
 */
final class KneeDisplay {

	private final Display display;

	private final int variants;

	KneeDisplay(KneePlan plan, boolean quiet, PrintStream out) {
		this.display = new Display("running", quiet, out);
		this.variants = plan.variants().size();
		this.display.print("knee: the highest rate with %s; %d variant%s, trials of %s s, about %s",
				String.join(", ", plan.objective().texts()), this.variants, (this.variants != 1) ? "s" : "",
				Figures.seconds(plan.trials().length()), Display.about(plan.length()));
	}

	void started(Variant variant) {
		this.display.begin(this.variants, "%s%s: starting and warming up", variant.name(),
				(variant.changes() != null) ? " = " + variant.changes() : "");
	}

	void tried(Trial trial) {
		this.display.print("%s", trial.text());
	}

	void ended(KneeResult result) {
		this.display.print("  %s%s", ResultFile.kebab(result.ended()),
				(result.reason() != null) ? ": " + result.reason() : "");
	}

}
