package dev.grpctuning.settings.value;

/**
 * Order in which waiting calls get a thread, and how long they may wait.
 */
public enum QueueDiscipline implements Choice {

	/** First in, first out. */
	FIFO,

	/**
	 * CoDel with adaptive LIFO. While the queue stays non-empty for longer than the
	 * maximum queue time, newer calls go first and a twentieth of that time applies.
	 */
	CODEL

}
