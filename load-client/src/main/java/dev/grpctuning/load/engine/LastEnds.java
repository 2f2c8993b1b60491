package dev.grpctuning.load.engine;

/**
 * When the calls of one channel ended last, and since when its server has not been heard
 * of. Told on the channel's thread.
 */
final class LastEnds {

	private volatile long answerNanos;

	private volatile long lossNanos;

	private volatile long cancelNanos;

	/**
	 * Written without a barrier, so that a message costs none: right for others only when
	 * the counts have been fixed.
	 */
	private long heardNanos;

	private long longestAnswerNanos;

	/**
	 * Says that the server has ended a call that counts, with whatever status.
	 */
	void answered(OpenCall call, long now) {
		this.answerNanos = now;
		this.longestAnswerNanos = Math.max(this.longestAnswerNanos, now - call.dueNanos());
	}

	/**
	 * Says that a call has ended that the server may not have looked at.
	 */
	void lost(long now) {
		this.lossNanos = now;
	}

	/**
	 * Says that the client has cancelled a call.
	 */
	void cancelled(long now) {
		this.cancelNanos = now;
	}

	/**
	 * Says that the server has given another sign of life: a message of a stream, or the
	 * end of a call that does not count.
	 */
	void heard(long now) {
		this.heardNanos = now;
	}

	/**
	 * When a call ended last; 0 if none did.
	 */
	long lastNanos() {
		return Math.max(this.answerNanos, Math.max(this.lossNanos, this.cancelNanos));
	}

	/**
	 * When the server was heard of last; 0 if it never was. To be asked when the counts
	 * have been fixed.
	 */
	long lastSignNanos() {
		return Math.max(this.answerNanos, this.heardNanos);
	}

	/**
	 * When a call ended last that the server may not have looked at; 0 if none did.
	 */
	long lastLossNanos() {
		return this.lossNanos;
	}

	/**
	 * When the client cancelled a call last; 0 if it never did.
	 */
	long lastCancelNanos() {
		return this.cancelNanos;
	}

	/**
	 * The longest time from when a call was due until the server ended it; 0 if it never
	 * did. To be asked when the counts have been fixed.
	 */
	long longestAnswerNanos() {
		return this.longestAnswerNanos;
	}

}
