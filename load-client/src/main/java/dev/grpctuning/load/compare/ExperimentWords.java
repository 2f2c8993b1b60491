package dev.grpctuning.load.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.grpctuning.load.compare.VariantResult.ServerRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.text.RunWords;

/** Sentences about an experiment while it runs. */
final class ExperimentWords {

	private ExperimentWords() {
	}

	static String title(Experiment experiment, Duration length) {
		String runs = (experiment.rounds().time() != null) ? "at most " + Display.about(length)
				: experiment.rounds().sliced() ? "about " + Display.about(length) : "%s run%s, about %s".formatted(
						Figures.count(experiment.runs()), (experiment.runs() != 1) ? "s" : "", Display.about(length));
		return experiment.name() + ((experiment.description() != null) ? ": " + experiment.description() : "") + "\n"
				+ runs + ((experiment.scale() != 1) ? ", scaled by " + Figures.number(experiment.scale()) : "");
	}

	static String begins(Variant variant, int round, boolean several) {
		return variant.title() + (several ? ", round " + round : "")
				+ ((round == 1 && variant.changes() != null) ? " (" + variant.changes() + ")" : "");
	}

	static String ended(VariantResult result) {
		return Templates.kebab(result.ended()) + (result.runs().isEmpty() ? "" : ": " + run(result.runs().getFirst()))
				+ ((result.reason() != null) ? ": " + result.reason() : "");
	}

	private static String run(ServerRun run) {
		LoadResult first = run.first().load().result();
		LoadResult load = run.last().load().result();
		String rate = Figures.rate(first.rate().perSecond()) + " per second";
		List<String> said = new ArrayList<>();
		said.add("%s of %s answered, %s%s".formatted(Figures.count(load.counts().ok()),
				Figures.count(load.counts().started()),
				(run.closed() == null) ? rate
						: "p99 %s at %s calls/s; %s with the closed load".formatted(
								Figures.latency(load.latencyMicros().response(), LatencyFigure.P99),
								Figures.rate(run.last().plan().model().callsPerSecond(0)), rate),
				(first.warmup() != null && Boolean.FALSE.equals(first.warmup().steady()))
						? ", though the warm-up did not show that rate and p99 were flat" : ""));
		said.addAll(RunWords.unanswered(load));
		String errors = RunWords.protocolErrors(load.protocolErrors());
		if (errors != null) {
			said.add(RunWords.PROTOCOL_ERRORS + " " + errors);
		}
		if (load.client().saturatedBy() != null) {
			said.add("load generator saturated: " + load.client().saturatedBy());
		}
		if (load.stoppedBy() != null) {
			said.add(String.format(Locale.ROOT, "stopped after %.1f s", load.rate().elapsedSeconds()));
		}
		return String.join("; ", said);
	}

}
