package dev.grpctuning.load;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.StatusDocument;

/**
 * What the endpoint {@code load} shows and changes.
 */
interface LoadControl {

	/**
	 * What goes on now. May be called from any thread, as all of these.
	 */
	StatusDocument status();

	/**
	 * The result of the last run that has ended, or {@code null} if there is none.
	 */
	@Nullable RunDocument result();

	/**
	 * Begins to drive a plan, and returns when its channels are connected.
	 * @param plan asked for the plan only if one can be driven now
	 * @return its run
	 * @throws ConflictException if none can be driven now
	 */
	StatusDocument start(Supplier<LoadProperties> plan);

	/**
	 * Lets the run that goes on end in good order; a second time, it ends the wait for
	 * open calls.
	 * @return whether there is one
	 */
	boolean stop();

	/**
	 * A plan cannot be driven as things are. The message is the whole line for the user.
	 */
	final class ConflictException extends RuntimeException {

		ConflictException(String line) {
			super(line);
		}

	}

}
