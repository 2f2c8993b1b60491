package dev.grpctuning.load.serve.endpoint;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.result.RunDocument;

/**
 * Load that the endpoint {@code load} shows and controls.
 */
public interface LoadControl {

	/** Current status. May be called from any thread, like all methods. */
	StatusDocument status();

	@Nullable RunDocument result();

	/** Starts a run, and returns when it is connected. */
	StatusDocument start(Supplier<LoadProperties> plan);

	/** Ends the current run and drains; a second call ends the drain. */
	boolean stop();

	/** A plan cannot be driven now. The message is the line for the user. */
	final class ConflictException extends RuntimeException {

		public ConflictException(String line) {
			super(line);
		}

	}

}
