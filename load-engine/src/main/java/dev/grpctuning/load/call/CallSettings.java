package dev.grpctuning.load.target;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How calls are made, whatever they call.
 *
 * @param deadline how long after it was sent a call is given up, if at all
 * @param authority the {@code :authority} of calls, or {@code null} for the target's name
 * @param compression how requests are compressed
 * @param waitForReady whether a call waits for a connection that is broken, rather than
 * fail at once
 * @param cancellation which calls the client cancels
 */
public record CallSettings(@Nullable Duration deadline, @Nullable String authority, Compression compression,
		boolean waitForReady, Cancellation cancellation) {

	/**
	 * What gRPC does if it is told nothing.
	 */
	public static final CallSettings DEFAULT = new CallSettings(null, null, Compression.IDENTITY, false,
			Cancellation.NONE);

	public CallSettings {
		if (deadline != null && !deadline.isPositive()) {
			throw new IllegalArgumentException("deadline: " + deadline + " (expected: > 0)");
		}
	}

}
