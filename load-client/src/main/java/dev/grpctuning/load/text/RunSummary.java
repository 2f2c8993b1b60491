package dev.grpctuning.load.text;

import java.util.List;
import java.util.Locale;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.StageSplit;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.observe.Cause;

/** The summary of one run on a terminal. */
final class RunSummary {

	private RunSummary() {
	}

	static String of(RunDocument run) {
		SummaryText text = new SummaryText().calls(run.load());
		if (run.diagnosis().rateRiseShare() != null) {
			text.line("rate", "still rose, by %.0f %% or more; warm up longer, such as with --load.warmup=auto",
					run.diagnosis().rateRiseShare() * 100);
		}
		PlanDocument.Open plan = run.plan().open();
		if (run.load().sending() != null && plan != null) {
			text.line("sent", "%.2f per second, planned %s; %.2f %% more than %s ms late",
					run.load().sending().sentPerSecond(), planned(run.load().sending(), plan),
					run.load().sending().lateShare() * 100, plan.maxLagMillis());
		}
		Bursts bursts = run.diagnosis().bursts();
		if (bursts != null) {
			text.line("bursts", "%s", RunWords.bursts(bursts));
		}
		text.client("client", run.load().client(), "peak heap");
		if (run.load().client().saturated()) {
			text.line("saturated", "load generator: %s", run.load().client().saturatedBy());
		}
		DiagnosisDocument.Found bottleneck = run.diagnosis().bottleneck();
		if (bottleneck != null && bottleneck.kind() != Cause.LOAD_GENERATOR_SATURATED) {
			text.line("bottleneck", "%s", bottleneck.text());
		}
		String tail = RunWords.tail(run.diagnosis().tail());
		if (tail != null) {
			text.line("tail", "%s", tail);
		}
		if (run.load().stoppedBy() != null) {
			text.line("stopped by", "%s", Templates.kebab(run.load().stoppedBy()));
		}
		StageSplit stages = run.diagnosis().stages();
		return text.end(run, List.of()) + ((stages != null) ? "\n" + StageTable.terminal(stages) : "");
	}

	private static String planned(SendStats sending, PlanDocument.Open plan) {
		if (sending.plannedPerSecond() == null || plan.arrivals() == null) {
			return "as in the file";
		}
		return String.format(Locale.ROOT, "%.2f (%s, seed %d)", sending.plannedPerSecond(),
				Templates.kebab(plan.arrivals()), plan.seed());
	}

}
