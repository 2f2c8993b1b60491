package dev.grpctuning.load.serve.endpoint;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.TimelinePoint;

/**
 * Progress of a run, without the calls of the warm-up.
 *
 * @param leftSeconds time until the last call starts, {@code null} without an end
 * @param due calls that the plan asked for, {@code null} if that depends on the answers
 */
record ProgressDocument(double elapsedSeconds, @Nullable Double leftSeconds, @Nullable Long due, long sent,
		long answered, long failed, long open, boolean loadGeneratorSaturated, TimelinePoint lastSecond) {

	/** Adds a second to the progress before it, {@code null} at first. */
	static ProgressDocument of(@Nullable ProgressDocument before, Progress progress, LoadModel model) {
		TimelinePoint second = progress.point();
		return new ProgressDocument(second.seconds(), progress.leftSeconds(), due(progress, model),
				((before != null) ? before.sent : 0) + second.started(),
				((before != null) ? before.answered : 0) + second.ok(),
				((before != null) ? before.failed : 0) + second.failed(), second.open(), progress.saturated(), second);
	}

	private static @Nullable Long due(Progress progress, LoadModel model) {
		double due = model.callsDue(progress.warmingUp() ? 0 : progress.point().seconds());
		return Double.isNaN(due) ? null : (long) due;
	}

}
