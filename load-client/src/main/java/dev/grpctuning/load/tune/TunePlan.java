package dev.grpctuning.load.experiment;

import java.nio.file.Path;
import java.time.Duration;

import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.search.KnobSpace;
import dev.grpctuning.load.search.TuneBudget;
import dev.grpctuning.load.server.ServerCredentials;

/**
 * The search for better knobs.
 *
 * @param configured what is configured now, which knobs are changed in
 * @param setup what all servers share
 * @param credentials who may change the server at which candidates are tried
 * @param trials how rates are tried; its length is that of a run of the rounds
 * @param limits between which rates
 * @param space what may be tried
 * @param seed seed of the choice
 * @param time how long all may take, roughly
 * @param firstTrial length of the trials of the first rung, which doubles from rung to
 * rung
 * @param rounds number of rounds
 * @param figure what the rounds are compared by
 * @param directory where everything is written
 */
public record TunePlan(Variant configured, ServerSetup setup, ServerCredentials credentials, TrialPlan trials,
		SearchLimits limits, KnobSpace space, long seed, Duration time, Duration firstTrial, int rounds,
		LatencyFigure figure, Path directory) {

	/**
	 * What fits into the time.
	 * @param spent what is over of it
	 * @param setUp time until a server is another candidate and warm
	 * @return the budget
	 */
	public TuneBudget budget(Duration spent, Duration setUp) {
		return new TuneBudget(this.time, spent, setUp, this.trials.settle(), this.firstTrial, this.trials.length(),
				this.rounds);
	}

	/**
	 * Length of the trials of a rung.
	 * @param rung number of the rung, from 0
	 * @return the length
	 */
	Duration trialLength(int rung) {
		return TuneBudget.trial(this.firstTrial, rung);
	}

}
