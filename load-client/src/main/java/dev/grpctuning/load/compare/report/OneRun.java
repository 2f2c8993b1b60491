package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.result.RunDocument;

/** A run as an experiment of one variant, which has the same page. */
final class OneRun {

	private OneRun() {
	}

	static ExperimentDocument of(RunDocument run) {
		String target = Objects.requireNonNullElse(run.target(), run.name());
		Variant variant = new Variant(target, null, null, List.of(), Map.of(), null, ended(run), run.failure(),
				List.of(run), List.of(1), null, null, target, null);
		return new ExperimentDocument(run.schema(), "run of " + target, null, run.startedAt(), run.plan(),
				run.environment(), List.of(target), List.of(variant), null, null, null, 1, null, null, null);
	}

	private static Ended ended(RunDocument run) {
		return switch (run.stoppedBy()) {
			case null -> Ended.COMPLETED;
			case TIMEOUT -> Ended.TIMED_OUT;
			case INTERRUPTED -> Ended.INTERRUPTED;
			case SERVER_GONE -> Ended.EXITED;
			case UNIMPLEMENTED, REPLAY_CHANGED -> Ended.COMPLETED;
		};
	}

}
