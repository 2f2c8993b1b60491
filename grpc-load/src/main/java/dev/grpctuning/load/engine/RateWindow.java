package dev.grpctuning.load.engine;

import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.LoadResult.Rate;

/**
 * The time over which the rate of a run is taken. It begins when calls count, and ends
 * when the last one is started: what ends later would need a time of its own, in which
 * fewer and fewer calls are open. An answer in this time counts whenever its call was
 * started, so that the calls open at its beginning stand for those open at its end.
 * <p>
 * Bursts have no steady rate, and a few calls may all be open when the last one is
 * started. Their time ends with the last call. A run that ended in its warm-up has no
 * rate.
 */
final class RateWindow {

	private final LoadModel model;

	private final RunStats stats;

	private final RunClock clock;

	private long fromNanos;

	private long untilNanos;

	private long answeredBefore;

	private long answered;

	private long endedOfCounted;

	RateWindow(LoadModel model, RunStats stats, RunClock clock) {
		this.model = model;
		this.stats = stats;
		this.clock = clock;
	}

	void begin() {
		this.answeredBefore = this.stats.answered();
		this.fromNanos = this.clock.nanoTime();
	}

	void end() {
		this.answered = this.stats.answered() - this.answeredBefore;
		this.untilNanos = this.clock.nanoTime();
		this.endedOfCounted = this.stats.ended();
	}

	/**
	 * The rate of the run, which is over.
	 * @param elapsedSeconds time from the first due time to the last end
	 */
	Rate rate(double elapsedSeconds) {
		double seconds = (this.untilNanos - this.fromNanos) / 1e9;
		if (endsWithTheLastCall() || seconds <= 0) {
			return new Rate(elapsedSeconds, elapsedSeconds, this.stats.ok() / elapsedSeconds);
		}
		return new Rate(elapsedSeconds, seconds, (this.stats.started() != 0) ? this.answered / seconds : 0);
	}

	private boolean endsWithTheLastCall() {
		return this.model instanceof LoadModel.Burst
				|| (this.model.totalCalls() != LoadModel.UNLIMITED && 2 * this.endedOfCounted < this.stats.started());
	}

}
