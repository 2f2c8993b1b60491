package dev.grpctuning.load.engine;

import java.util.concurrent.ScheduledExecutorService;

/**
 * One connection to a target, able to make calls.
 */
public interface CallChannel {

	/**
	 * Starts a call and returns at once, or when an {@linkplain OpenCall#isAwaited()
	 * awaited} call has ended. Several threads may start calls at the same time.
	 * @param call told exactly once, on {@link #executor()}, how the call ended
	 */
	void start(OpenCall call);

	/**
	 * Whether calls are sent some time after they were started, by a thread of their own
	 * that says so with {@link OpenCall#sentNow()}.
	 * @return whether the real send is told
	 */
	default boolean tellsWhenSent() {
		return false;
	}

	/**
	 * What was sent and received on this channel so far. Must be called on
	 * {@link #executor()}.
	 * @return the messages of the calls that were answered, and maybe of others
	 */
	default MessageBytes messageBytes() {
		return MessageBytes.NONE;
	}

	/**
	 * The single thread on which this channel reports how calls ended. Several channels
	 * may share one.
	 * @return the channel's executor
	 */
	ScheduledExecutorService executor();

}
