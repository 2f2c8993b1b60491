package dev.grpctuning.load.call;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How calls are made.
 *
 * @param deadline time after which a call is given up, if any
 * @param authority the {@code :authority} of calls, or {@code null} for the target's name
 * @param waitForReady whether a call waits for a broken connection to return, rather than
 * fail at once
 */
public record CallSettings(@Nullable Duration deadline, @Nullable String authority, Compression compression,
		boolean waitForReady, Cancellation cancellation) {

	public static final CallSettings DEFAULT = new CallSettings(null, null, Compression.IDENTITY, false,
			Cancellation.NONE);

	/** Compression of requests. */
	public enum Compression {

		IDENTITY,

		GZIP

	}

	/** Which share of the calls the client cancels, and how long after sending them. */
	public record Cancellation(double share, Duration after) {

		public static final Cancellation NONE = new Cancellation(0, Duration.ZERO);

		/**
		 * Whether to cancel a call, by its number from 0. The calls are spread evenly: of
		 * the first n calls, n × share are cancelled, rounded down.
		 */
		public boolean picks(long call) {
			return this.share != 0 && (long) ((call + 1) * this.share) > (long) (call * this.share);
		}

		/** The message in the status of a cancelled call. */
		public String reason() {
			return "cancelled by load.cancel.share=%s, %d ms after it was sent".formatted(this.share,
					this.after.toMillis());
		}

	}

}
