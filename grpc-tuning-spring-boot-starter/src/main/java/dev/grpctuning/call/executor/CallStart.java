package dev.grpctuning.call.executor;

/** First task of a call, which is refused if the executor rejects it. */
public interface CallStart extends Runnable {

	/** Makes the task end the call without its handler. */
	void refuse();

}
