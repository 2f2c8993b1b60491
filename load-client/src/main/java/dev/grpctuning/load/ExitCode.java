package dev.grpctuning.load;

/**
 * What the process's exit code says. Bad input ends with 1, as any application of Spring
 * Boot that cannot start does.
 */
final class ExitCode {

	static final int OK = 0;

	static final int RUN_FAILED = 3;

	private ExitCode() {
	}

}
