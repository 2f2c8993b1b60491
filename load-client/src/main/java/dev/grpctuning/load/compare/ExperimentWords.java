package dev.grpctuning.load.compare;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
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
		return Templates.text("experiment",
				new Title(experiment.name(), experiment.description(), experiment.runs(), experiment.runs() != 1,
						Display.about(length), (experiment.scale() != 1) ? experiment.scale() : null,
						experiment.time() != null));
	}

	static String begins(Variant variant, int round, boolean several) {
		return Templates.text("run-begins",
				new Begins(variant.title(), several ? round : 0, (round == 1) ? variant.changes() : null));
	}

	static String ended(VariantResult result) {
		return Templates.line("run-ended", new End(result.ended(), result.reason(),
				result.runs().isEmpty() ? null : Run.of(result.runs().getFirst())));
	}

	private record Title(String name, @Nullable String description, int runs, boolean several, String length,
			@Nullable Double scale, boolean budget) {
	}

	private record Begins(String title, int round, @Nullable String changes) {
	}

	private record End(Ended ended, @Nullable String reason, @Nullable Run run) {
	}

	private record Run(LoadResult load, String rate, @Nullable String at, @Nullable String p99, boolean unsteady,
			List<RunWords.Failure> failures, @Nullable String protocolErrors, @Nullable String stoppedAfter) {

		private static Run of(ServerRun run) {
			LoadResult first = run.first().load().result();
			LoadResult load = run.last().load().result();
			return new Run(load, Figures.rate(first.rate().perSecond()),
					(run.closed() != null) ? Figures.rate(run.last().plan().model().callsPerSecond(0)) : null,
					(run.closed() != null) ? Figures.latency(load.latencyMicros().response(), LatencyFigure.P99) : null,
					first.warmup() != null && Boolean.FALSE.equals(first.warmup().steady()), RunWords.failures(load),
					RunWords.protocolErrors(load.protocolErrors()), (load.stoppedBy() != null)
							? String.format(Locale.ROOT, "%.1f", load.rate().elapsedSeconds()) : null);
		}

	}

}
