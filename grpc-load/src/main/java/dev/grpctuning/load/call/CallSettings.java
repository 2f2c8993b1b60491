package dev.grpctuning.load.call;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * How calls are made.
 *
 * @param deadline time after which a call is given up, if any
 * @param authority the {@code :authority} of calls, or {@code null} for the target's name
 * @param waitForReady whether a call waits for a broken connection to return, rather than
 * fail at once
 * @param retries how often a failed call is tried again
 * @param ok statuses with which a call counts as answered, besides OK; none is
 * {@linkplain #LOST lost}
 */
public record CallSettings(@Nullable Duration deadline, @Nullable String authority, Compression compression,
		boolean waitForReady, Cancellation cancellation, Retries retries, Set<Status.Code> ok) {

	public static final CallSettings DEFAULT = new CallSettings(null, null, Compression.IDENTITY, false,
			Cancellation.NONE, Retries.NONE, Set.of());

	/** Statuses with which a client ends calls that the server may not have seen. */
	public static final Set<Status.Code> LOST = Collections
		.unmodifiableSet(EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED, Status.Code.CANCELLED));

	public CallSettings {
		ok = Set.copyOf(ok);
	}

	/** Compression of requests. */
	public enum Compression {

		IDENTITY,

		GZIP

	}

	/**
	 * Which calls the client cancels, and when.
	 *
	 * @param share their share of all calls, from 0 to 1
	 * @param after time from sending a call to cancelling it, unless it has ended
	 */
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

	/**
	 * Attempts at a call that is refused, finds no server or takes too long. Each attempt
	 * has the deadline of a call.
	 *
	 * @param attempts attempts per call, with the first; 1 for no retries
	 * @param backoff mean wait before the second attempt, which doubles with each further
	 * one. As gRPC's own retries (gRFC A6), a wait is up to a fifth shorter or longer,
	 * and the server may set another one or forbid the attempt.
	 */
	public record Retries(int attempts, Duration backoff) {

		public static final Retries NONE = new Retries(1, Duration.ZERO);

		private static final Set<Status.Code> RETRIED = EnumSet.of(Status.Code.RESOURCE_EXHAUSTED,
				Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED);

		/** Whether a call that failed after so many attempts is tried again. */
		public boolean again(Status.Code failure, int made) {
			return made < this.attempts && RETRIED.contains(failure);
		}

		/**
		 * Wait in nanoseconds.
		 * @param waits waits of the call that the server did not set, since the last one
		 * that it did
		 * @param random where it is between its bounds, from 0 to 1
		 */
		public long waitNanos(int waits, double random) {
			return (long) ((this.backoff.toNanos() << waits) * (0.8 + 0.4 * random));
		}

	}

}
