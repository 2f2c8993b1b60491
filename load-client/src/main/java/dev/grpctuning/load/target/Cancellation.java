package dev.grpctuning.load.target;

import java.time.Duration;

/**
 * Which calls the client cancels, and when.
 *
 * @param share their share of all calls, from 0 to 1
 * @param after how long after it was sent a call is cancelled, unless it has ended
 */
public record Cancellation(double share, Duration after) {

	/**
	 * No call is cancelled.
	 */
	public static final Cancellation NONE = new Cancellation(0, Duration.ZERO);

	public Cancellation {
		if (!(share >= 0 && share <= 1)) {
			throw new IllegalArgumentException("share: " + share + " (expected: 0 to 1)");
		}
		if (after.isNegative()) {
			throw new IllegalArgumentException("after: " + after + " (expected: >= 0)");
		}
	}

	/**
	 * Whether a call is to be cancelled. They are spread evenly: of the first n calls, n
	 * × share, rounded down, are.
	 * @param call number of the call in the run, from 0
	 * @return whether the client cancels it
	 */
	public boolean picks(long call) {
		return this.share != 0 && (long) ((call + 1) * this.share) > (long) (call * this.share);
	}

	/**
	 * Why a call is cancelled, in the words of its status.
	 * @return the reason
	 */
	public String reason() {
		return "cancelled by load.cancel.share=%s, %d ms after it was sent".formatted(this.share,
				this.after.toMillis());
	}

}
