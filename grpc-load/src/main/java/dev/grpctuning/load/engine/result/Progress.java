package dev.grpctuning.load.engine.result;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;

/**
 * How far a run has got, once a second.
 *
 * @param point the last second
 * @param share the completed part of the plan, from 0 to 1
 * @param leftSeconds time until the last call is started, or {@code null} if the run has
 * no end
 * @param saturated whether the client delayed the load in that second
 * @param warmup the calls of that second if they do not count, otherwise {@code null}
 */
public record Progress(TimelinePoint point, boolean warmingUp, double share, @Nullable Double leftSeconds, long ended,
		long failed, boolean saturated, @Nullable WarmupFigures warmup) {

	/** Seconds left of a model with its longest warm-up; {@code null} without an end. */
	public static @Nullable Double left(LoadModel model, boolean warmingUp, double seconds) {
		if (model.duration().compareTo(LoadModel.UNTIL_CALLED) >= 0) {
			return null;
		}
		Duration whole = warmingUp ? model.sendingTime() : model.duration();
		return Math.max(0, whole.toNanos() / 1e9 - seconds);
	}

	/** An interval of the warm-up. */
	public record WarmupFigures(long ok, long responseP99Micros, long failed) {
	}

}
