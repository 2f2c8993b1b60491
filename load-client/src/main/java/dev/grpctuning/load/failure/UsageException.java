package dev.grpctuning.failure;

/**
 * Something that the user gave cannot be used. Its message is the whole line that the
 * user sees: what was given, what is allowed and what to do. Thrown from anywhere during
 * start-up, a runner included, it ends the application with exit code 1.
 */
public class UsageException extends RuntimeException {

	public UsageException(String line) {
		super(line);
	}

	public UsageException(String line, Throwable cause) {
		super(line, cause);
	}

}
