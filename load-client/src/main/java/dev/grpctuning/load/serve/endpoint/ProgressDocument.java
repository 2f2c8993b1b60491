package dev.grpctuning.load.report;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.Progress;
import dev.grpctuning.load.engine.TimelinePoint;

/**
 * How far a run has got, for machines. Calls of the warm-up are in none of its counts.
 *
 * @param elapsedSeconds time since calls count or, until they do, since the warm-up began
 * @param leftSeconds time until the last call is started if nothing holds it up;
 * {@code null} if the run has no end
 * @param due calls that the plan has asked for so far, {@code null} if that follows from
 * the answers
 * @param sent calls that were sent so far
 * @param answered calls of these that were answered
 * @param failed calls of these that ended otherwise
 * @param open calls that have not ended
 * @param clientLimited whether the client has held the load up in the last second
 * @param lastSecond figures of that second
 */
public record ProgressDocument(double elapsedSeconds, @Nullable Double leftSeconds, @Nullable Long due, long sent,
		long answered, long failed, long open, boolean clientLimited, TimelinePoint lastSecond) {

	/**
	 * Adds a second to what was before it.
	 * @param before the seconds before, {@code null} for the first one
	 * @param progress the second
	 * @param model what is driven
	 * @return how far the run has got now
	 */
	public static ProgressDocument of(@Nullable ProgressDocument before, Progress progress, LoadModel model) {
		TimelinePoint second = progress.point();
		return new ProgressDocument(second.seconds(), progress.leftSeconds(), due(progress, model),
				((before != null) ? before.sent : 0) + second.started(),
				((before != null) ? before.answered : 0) + second.ok(),
				((before != null) ? before.failed : 0) + second.failed(), second.open(), progress.limited(), second);
	}

	private static @Nullable Long due(Progress progress, LoadModel model) {
		double due = model.callsDue(progress.warmingUp() ? 0 : progress.point().seconds());
		return Double.isNaN(due) ? null : (long) due;
	}

}
