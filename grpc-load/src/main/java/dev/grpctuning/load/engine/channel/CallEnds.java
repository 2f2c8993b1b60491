package dev.grpctuning.load.engine.channel;

/**
 * When calls ended on one thread, and when it last received anything from their server.
 * Written on that thread.
 */
final class CallEnds {

	private volatile long answerNanos;

	/** When a call last ended that the server may not have seen. */
	volatile long lossNanos;

	volatile long cancelNanos;

	/**
	 * When a message of a stream came, or a call ended that does not count. Without a
	 * barrier, to keep messages cheap; visible once the counts are sealed.
	 */
	long heardNanos;

	/** Longest time from due time to answer. Valid once the counts are sealed. */
	long longestAnswerNanos;

	/** The server ended a call that counts, with any status. */
	void answered(long dueNanos, long now) {
		this.answerNanos = now;
		this.longestAnswerNanos = Math.max(this.longestAnswerNanos, now - dueNanos);
	}

	/** When a call last ended; 0 if none did. */
	long lastNanos() {
		return Math.max(this.answerNanos, Math.max(this.lossNanos, this.cancelNanos));
	}

	/** The server's last sign of life; 0 if none. Valid once the counts are sealed. */
	long lastSignNanos() {
		return Math.max(this.answerNanos, this.heardNanos);
	}

}
