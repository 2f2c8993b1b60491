package dev.grpctuning.load.engine.channel;

/**
 * When calls of a channel ended, and when its server last gave a sign of life. Written on
 * the channel's thread.
 */
final class CallEnds {

	private volatile long answerNanos;

	private volatile long lossNanos;

	private volatile long cancelNanos;

	/**
	 * Written without a barrier to keep messages cheap; visible to others once the counts
	 * are sealed.
	 */
	private long heardNanos;

	private long longestAnswerNanos;

	/** The server ended a call that counts, with any status. */
	void answered(long dueNanos, long now) {
		this.answerNanos = now;
		this.longestAnswerNanos = Math.max(this.longestAnswerNanos, now - dueNanos);
	}

	/** A call ended that the server may not have seen. */
	void lost(long now) {
		this.lossNanos = now;
	}

	void cancelled(long now) {
		this.cancelNanos = now;
	}

	/**
	 * The server gave another sign of life: a message of a stream, or the end of a call
	 * that does not count.
	 */
	void heard(long now) {
		this.heardNanos = now;
	}

	/** When a call last ended; 0 if none did. */
	long lastNanos() {
		return Math.max(this.answerNanos, Math.max(this.lossNanos, this.cancelNanos));
	}

	/**
	 * When the server last gave a sign of life; 0 if never. Valid once the counts are
	 * sealed.
	 */
	long lastSignNanos() {
		return Math.max(this.answerNanos, this.heardNanos);
	}

	long lastLossNanos() {
		return this.lossNanos;
	}

	long lastCancelNanos() {
		return this.cancelNanos;
	}

	/**
	 * The longest time from a call's due time to its answer. Valid once the counts are
	 * sealed.
	 */
	long longestAnswerNanos() {
		return this.longestAnswerNanos;
	}

}
