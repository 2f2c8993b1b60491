package dev.grpctuning.load.serve;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.result.PlanDocument;

/** Status of the client: the run that goes on, and the last one that has ended. */
record StatusDocument(State state, @Nullable Run run, @Nullable Last last) {

	/** Phase of the client. */
	enum State {

		WAITING, CONNECTING, WARMING_UP, DRIVING, DRAINING

	}

	/** The run that goes on, without progress in its first second. */
	record Run(int number, String target, @Nullable PlanDocument plan, @Nullable RunProgress progress) {
	}

	/** A run that has ended, with the exit code of {@code lab run}. */
	record Last(int number, int exitCode, @Nullable String error) {
	}

	/** Progress of a run, without the calls of the warm-up. Not every plan has an end. */
	record RunProgress(double elapsedSeconds, @Nullable Double leftSeconds, @Nullable Long due, long sent,
			long answered, long failed, long open, boolean loadGeneratorSaturated, TimelinePoint lastSecond) {

		/** Adds a second to the progress before it, {@code null} at first. */
		static RunProgress of(@Nullable RunProgress before, Progress progress, LoadModel model) {
			TimelinePoint second = progress.point();
			double due = model.callsDue(progress.warmingUp() ? 0 : second.seconds());
			return new RunProgress(second.seconds(), progress.leftSeconds(), Double.isNaN(due) ? null : (long) due,
					((before != null) ? before.sent : 0) + second.started(),
					((before != null) ? before.answered : 0) + second.ok(),
					((before != null) ? before.failed : 0) + second.failed(), second.open(), progress.saturated(),
					second);
		}

	}

}
