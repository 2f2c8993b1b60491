package dev.grpctuning.load.failure;

/**
 * Bad input of the user. Its message is the line that the user sees: what was given, what
 * is allowed and what to do. It ends the application with exit code 1.
 */
public class UsageException extends RuntimeException {

	public UsageException(String line) {
		super(line);
	}

	public UsageException(String line, Throwable cause) {
		super(line, cause);
	}

}
