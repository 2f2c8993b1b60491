package dev.grpctuning.load.tune;

import java.nio.file.Path;
import java.time.Duration;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.search.SearchLimits;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.TuneBudget;

/**
 * The search for better knobs.
 *
 * @param limits between which rates
 */
public record TunePlan(Variant configured, ServerSetup setup, ServerCredentials credentials, TrialPlan trials,
		SearchLimits limits, KnobSpace space, long seed, Duration time, Duration firstTrial, int rounds,
		LatencyFigure figure, Path directory) {

	/**
	 * What fits into the time.
	 */
	public TuneBudget budget(Duration spent, Duration setUp) {
		return new TuneBudget(this.time, spent, setUp, this.trials.settle(), this.firstTrial, this.trials.length(),
				this.rounds);
	}

	/**
	 * Length of the trials of a rung.
	 */
	Duration trialLength(int rung) {
		return TuneBudget.trial(this.firstTrial, rung);
	}

}
