package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

import dev.grpctuning.load.compare.experiment.LatencyLoad;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;

/** Finds the highest rate at which a condition holds, roughly and in a few seconds. */
public interface KneeFinder {

	/** Most rates that are tried. */
	int TRIALS = 8;

	/** Time for which calls are kept open first, which shows where to begin. */
	Duration CLOSED = Duration.ofMillis(500);

	/** Time at the beginning of each trial that does not count. */
	Duration SETTLE = Duration.ofMillis(200);

	/** Time that counts. */
	Duration TRIAL = Duration.ofMillis(600);

	/** Time of a search, if the server keeps up. */
	Duration LENGTH = CLOSED.plus(SETTLE.plus(TRIAL).multipliedBy(TRIALS));

	/**
	 * Finds the knee of a server.
	 * @param load what holds up to the knee
	 * @param plan a plan with a constant number of open calls
	 * @param trials takes a line for each trial
	 * @throws IOException if there is no such rate, or the server cannot be driven
	 */
	Found find(LatencyLoad load, LoadPlan plan, Drive drive, Consumer<String> trials)
			throws IOException, InterruptedException;

	/** Drives a plan at the server. */
	interface Drive {

		LoadResult drive(LoadPlan plan) throws IOException, InterruptedException;

	}

	/**
	 * A knee.
	 *
	 * @param limitedByClient whether the client could not drive more
	 */
	record Found(double callsPerSecond, boolean limitedByClient) {
	}

}
