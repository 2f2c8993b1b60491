package dev.grpctuning.load.report;

import java.util.List;
import java.util.Locale;

import dev.grpctuning.load.engine.Bursts;
import dev.grpctuning.load.engine.Sending;

/**
 * What is said of one run on a terminal.
 */
public final class RunSummary {

	private RunSummary() {
	}

	/**
	 * Sums up a run.
	 * @param run the run
	 * @return lines of text without a line end at the end
	 */
	public static String of(RunDocument run) {
		SummaryText text = new SummaryText().calls(run);
		OpenDocument plan = run.plan().open();
		if (run.sending() != null && plan != null) {
			text.line("sent", "%.2f per second, planned %s; %.2f %% more than %s ms late",
					run.sending().sentPerSecond(), planned(run.sending(), plan), run.sending().lateShare() * 100,
					plan.maxLagMillis());
		}
		Bursts bursts = (run.why() != null) ? run.why().bursts() : null;
		if (bursts != null) {
			text.line("bursts", "%s", BurstsText.of(bursts));
		}
		text.client("client", run.client(), "peak heap");
		if (run.client().limited()) {
			text.line("client-limited", "%s", run.client().limitedBy());
		}
		if (run.stoppedBy() != null) {
			text.line("stopped by", "%s", ResultFile.kebab(run.stoppedBy()));
		}
		return text.end(run, List.of());
	}

	private static String planned(Sending sending, OpenDocument plan) {
		if (sending.plannedPerSecond() == null || plan.arrivals() == null) {
			return "as in the file";
		}
		return String.format(Locale.ROOT, "%.2f (%s, seed %d)", sending.plannedPerSecond(),
				ResultFile.kebab(plan.arrivals()), plan.seed());
	}

}
