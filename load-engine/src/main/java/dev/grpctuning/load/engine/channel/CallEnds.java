package dev.grpctuning.load.engine.channel;

/**
 * When calls of a channel ended, and when its server last gave a sign of life. Written on
 * the channel's thread.
 */
final class CallEnds {

	private volatile long answerNanos;

	private volatile long lossNanos;

	private volatile long cancelNanos;

	/** Without a barrier, to keep messages cheap; visible once the counts are sealed. */
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

	/** A message of a stream has come, or a call that does not count has ended. */
	void heard(long now) {
		this.heardNanos = now;
	}

	/** When a call last ended; 0 if none did. */
	long lastNanos() {
		return Math.max(this.answerNanos, Math.max(this.lossNanos, this.cancelNanos));
	}

	/** The server's last sign of life; 0 if none. Valid once the counts are sealed. */
	long lastSignNanos() {
		return Math.max(this.answerNanos, this.heardNanos);
	}

	long lastLossNanos() {
		return this.lossNanos;
	}

	long lastCancelNanos() {
		return this.cancelNanos;
	}

	/** Longest time from due time to answer. Valid once the counts are sealed. */
	long longestAnswerNanos() {
		return this.longestAnswerNanos;
	}

}
