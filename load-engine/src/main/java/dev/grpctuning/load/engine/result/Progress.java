package dev.grpctuning.load.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How far a run has got, told once a second.
 *
 * @param point the second that has just passed
 * @param warmingUp whether calls do not count yet
 * @param share how much of the plan is done, from 0 to 1
 * @param leftSeconds time until the last call is started if nothing holds it up;
 * {@code null} if the run has no end
 * @param ended calls that have ended so far
 * @param failed calls of these that failed
 * @param limited whether the client has held the load up in that second
 * @param warmup the calls of that second as long as they do not count, otherwise
 * {@code null}
 */
public record Progress(TimelinePoint point, boolean warmingUp, double share, @Nullable Double leftSeconds, long ended,
		long failed, boolean limited, @Nullable WarmupFigures warmup) {

	/**
	 * Tells of a second without calls of a warm-up.
	 * @param point the second that has just passed
	 * @param warmingUp whether calls do not count yet
	 * @param share how much of the plan is done, from 0 to 1
	 * @param leftSeconds time until the last call is started, or {@code null}
	 * @param ended calls that have ended so far
	 * @param failed calls of these that failed
	 * @param limited whether the client has held the load up in that second
	 */
	public Progress(TimelinePoint point, boolean warmingUp, double share, @Nullable Double leftSeconds, long ended,
			long failed, boolean limited) {
		this(point, warmingUp, share, leftSeconds, ended, failed, limited, null);
	}

	/**
	 * How much is left of a model, as if its warm-up took the longest time it may.
	 * @param model the model
	 * @param warmingUp whether calls do not count yet
	 * @param seconds time since calls count or, until they do, since the warm-up began
	 * @return seconds, {@code null} if the model has no end
	 */
	public static @Nullable Double left(LoadModel model, boolean warmingUp, double seconds) {
		if (model.duration().compareTo(LoadModel.ENDLESS) >= 0) {
			return null;
		}
		Duration whole = warmingUp ? model.sendingTime() : model.duration();
		return Math.max(0, whole.toNanos() / 1e9 - seconds);
	}

}
