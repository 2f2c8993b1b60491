package dev.grpctuning.load.report;

import java.util.Locale;

import dev.grpctuning.load.experiment.Trial;

/**
 * What is said of a trial as soon as it ended.
 */
final class TrialText {

	private TrialText() {
	}

	static String of(Trial trial) {
		return String.format(Locale.ROOT, "%9s/s  answered %9s/s  p99 %9s  %s", Figures.rate(trial.rate()),
				Figures.rate(trial.answeredPerSecond()),
				(trial.counts().ok() != 0) ? Figures.micros(trial.responseTimeMicros().p99()) : "-", judgement(trial));
	}

	private static String judgement(Trial trial) {
		return switch (trial.judgement().outcome()) {
			case HELD -> "held";
			case BROKEN -> "not held: " + trial.judgement().reason();
			case CLIENT_LIMITED -> "CLIENT limited: " + trial.judgement().reason();
		};
	}

}
