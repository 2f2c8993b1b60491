package dev.grpctuning.load.serve;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.serve.StatusDocument.State;

/** Status of the client: the run that goes on, and the last one that has ended. */
record StatusDocument(State state, @Nullable Run run, @Nullable Last last) {

	/** Phase of the client. */
	enum State {

		WAITING, CONNECTING, SCHEDULED, WARMING_UP, DRIVING, DRAINING

	}

	/** The run that goes on, without progress in its first second. */
	record Run(int number, String target, PlanDocument plan, @Nullable RunProgress progress) {
	}

	/** A run that has ended, with the exit code of {@code lab run}. */
	record Last(int number, int exitCode, @Nullable String error, @Nullable String output, @Nullable Summary result) {
	}

	/** The most important figures of a result. */
	record Summary(@Nullable String target, Instant startedAt, @Nullable StopReason stoppedBy, Counts counts,
			double elapsedSeconds, double throughputPerSecond, LatencySummary latencyMicros,
			LatencySummary responseTimeMicros, @Nullable String saturatedBy, List<ThresholdDocument> thresholds) {

		static Summary of(RunDocument run) {
			return new Summary(run.target(), run.startedAt(), run.stoppedBy(), run.counts(), run.elapsedSeconds(),
					run.throughputPerSecond(), run.latencyMicros(), run.responseTimeMicros(),
					run.client().saturatedBy(), run.thresholds());
		}

	}

	/** Progress of a run, without the calls of the warm-up. Not every plan has an end. */
	record RunProgress(double elapsedSeconds, @Nullable Double leftSeconds, @Nullable Long due, long sent,
			long answered, long failed, long open, boolean loadGeneratorSaturated, TimelinePoint lastSecond) {

		/** Adds a second to the progress before it, {@code null} at first. */
		static RunProgress of(@Nullable RunProgress before, Progress progress, LoadModel model) {
			TimelinePoint second = progress.point();
			return new RunProgress(second.seconds(), progress.leftSeconds(), due(progress, model),
					((before != null) ? before.sent : 0) + second.started(),
					((before != null) ? before.answered : 0) + second.ok(),
					((before != null) ? before.failed : 0) + second.failed(), second.open(), progress.saturated(),
					second);
		}

		private static @Nullable Long due(Progress progress, LoadModel model) {
			double due = model.callsDue(progress.warmingUp() ? 0 : progress.point().seconds());
			return Double.isNaN(due) ? null : (long) due;
		}

	}

	/** Status of one run, which its threads update and any thread reads. */
	static final class RunStatus {

		private final int number;

		private final String target;

		private final LoadPlan plan;

		private volatile State state = State.CONNECTING;

		private volatile boolean stopping;

		private volatile @Nullable LoadRun run;

		private volatile StatusDocument.@Nullable RunProgress progress;

		RunStatus(int number, String target, LoadPlan plan) {
			this.number = number;
			this.target = target;
			this.plan = plan;
		}

		void scheduled() {
			this.state = State.SCHEDULED;
		}

		void driving(LoadRun run) {
			this.run = run;
			this.state = this.plan.model().warmup().longest().isZero() ? State.DRIVING : State.WARMING_UP;
		}

		/** Adds a second. Only one thread may call this. */
		void second(Progress second) {
			this.progress = StatusDocument.RunProgress.of(this.progress, second, this.plan.model());
			this.state = second.warmingUp() ? State.WARMING_UP : State.DRIVING;
		}

		void stopping() {
			this.stopping = true;
		}

		State state() {
			LoadRun current = this.run;
			return (this.stopping || current != null && current.draining()) ? State.DRAINING : this.state;
		}

		StatusDocument.Run document() {
			return new StatusDocument.Run(this.number, this.target, PlanDocument.of(this.plan), this.progress);
		}

	}

}
