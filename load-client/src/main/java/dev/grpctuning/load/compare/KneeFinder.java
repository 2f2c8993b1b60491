package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

import dev.grpctuning.load.compare.experiment.LatencyLoad;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;

/** Finds roughly, in a few seconds, the highest rate at which an objective holds. */
public interface KneeFinder {

	/** Number of rates to try. More are tried if all of these hold, or none does. */
	int TRIALS = 6;

	/** Time of the closed load at the beginning, which shows the first rate. */
	Duration CLOSED = Duration.ofMillis(500);

	/** Time at the beginning of each trial that does not count. */
	Duration SETTLE = Duration.ofMillis(200);

	/** Time of each trial that counts. */
	Duration TRIAL = Duration.ofMillis(600);

	/** Time of a search whose trials end in time. */
	Duration LENGTH = CLOSED.plus(SETTLE.plus(TRIAL).multipliedBy(TRIALS));

	/**
	 * Finds the knee of a server.
	 * @param load has the objective that holds up to the knee
	 * @param plan a plan with a constant number of open calls
	 * @param trials takes a line for each trial
	 * @throws IOException if there is no such rate, or the server cannot be driven
	 */
	Found find(LatencyLoad load, LoadPlan plan, Drive drive, Consumer<String> trials)
			throws IOException, InterruptedException;

	/** Drives a plan at the server. */
	interface Drive {

		MeasuredLoad drive(LoadPlan plan) throws IOException, InterruptedException;

	}

	/**
	 * A knee.
	 *
	 * @param limitedByClient whether the client could not send at a higher rate
	 * @param closedPerSecond calls per second under the closed load
	 */
	record Found(double callsPerSecond, boolean limitedByClient, double closedPerSecond) {
	}

}
