package dev.grpctuning.load;

import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.report.GateDocument;
import dev.grpctuning.load.report.Measured;
import dev.grpctuning.load.report.RunDocument;

/**
 * What the process's exit code says.
 */
final class ExitCode {

	static final int OK = 0;

	/**
	 * Bad input, or nothing to call: as of any application of Spring Boot that cannot
	 * start.
	 */
	static final int BAD_INPUT = 1;

	static final int GATE_FAILED = 2;

	static final int RUN_FAILED = 3;

	private ExitCode() {
	}

	/**
	 * The exit code for a run.
	 */
	static int of(RunDocument run) {
		return (run.stoppedBy() == StopReason.UNIMPLEMENTED) ? BAD_INPUT : of((Measured) run);
	}

	/**
	 * The exit code for what was measured.
	 */
	static int of(Measured measured) {
		if (measured.failure() != null || !measured.counts().anyAsPlanned()) {
			return RUN_FAILED;
		}
		return measured.gates().stream().allMatch(GateDocument::held) ? OK : GATE_FAILED;
	}

}
