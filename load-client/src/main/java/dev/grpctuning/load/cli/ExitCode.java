package dev.grpctuning.load.cli;

import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.RunDocument;

/** Exit codes of the process. */
public final class ExitCode {

	public static final int OK = 0;

	public static final int BAD_INPUT = 1;

	public static final int THRESHOLD_FAILED = 2;

	public static final int RUN_FAILED = 3;

	/** An error of the lab itself; EX_SOFTWARE of sysexits.h. */
	public static final int BUG = 70;

	/** As after Ctrl-C, where the JVM sets it. */
	static final int INTERRUPTED = 130;

	private ExitCode() {
	}

	public static int of(RunDocument run) {
		return (run.load().stoppedBy() == StopReason.UNIMPLEMENTED) ? BAD_INPUT : of((Measured) run);
	}

	public static int of(Measured measured) {
		if (measured.outcome().failure() != null || !measured.load().counts().anyAsPlanned()) {
			return RUN_FAILED;
		}
		return measured.outcome().thresholds().stream().allMatch(ThresholdDocument::held) ? OK : THRESHOLD_FAILED;
	}

}
