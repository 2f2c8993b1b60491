package dev.grpctuning.load.search.result;

import java.util.Locale;

import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.stats.Figures;

/**
 * A trial as a line, which is printed when it has ended.
 */
public final class TrialText {

	private TrialText() {
	}

	public static String of(Trial trial) {
		return String.format(Locale.ROOT, "%9s/s  answered %9s/s  p99 %9s  %s", Figures.rate(trial.rate()),
				Figures.rate(trial.answeredPerSecond()),
				(trial.counts().ok() != 0) ? Figures.micros(trial.responseTimeMicros().p99()) : "-", judgement(trial));
	}

	private static String judgement(Trial trial) {
		return switch (trial.judgement().outcome()) {
			case HELD -> "held";
			case BROKEN -> "not held: " + trial.judgement().reason();
			case LOAD_GENERATOR_SATURATED -> "load generator saturated: " + trial.judgement().reason();
		};
	}

}
