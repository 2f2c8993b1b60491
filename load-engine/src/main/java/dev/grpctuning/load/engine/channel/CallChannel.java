package dev.grpctuning.load.engine.channel;

import java.util.concurrent.ScheduledExecutorService;

/**
 * A connection to a target that can make calls.
 */
public interface CallChannel {

	/**
	 * Starts a call and returns at once, or when an {@linkplain OpenCall#isAwaited()
	 * awaited} call has ended. Several threads may start calls at the same time.
	 */
	void start(OpenCall call);

	/** Whether calls are sent later, and {@link OpenCall#sentNow()} reports it. */
	default boolean reportsWhenSent() {
		return false;
	}

	/** What was sent and received so far. Must be called on {@link #executor()}. */
	default MessageBytes messageBytes() {
		return MessageBytes.NONE;
	}

	/** The thread on which calls end. Channels may share it. */
	ScheduledExecutorService executor();

}
