package dev.grpctuning.load.failure;

/** Bad input. Its message is the line that the user sees; the exit code is 1. */
public class UsageException extends RuntimeException {

	public UsageException(String line) {
		super(line);
	}

	public UsageException(String line, Throwable cause) {
		super(line, cause);
	}

}
