package dev.grpctuning.load.latency;

/** A part of a call's response time. The parts of a call add up to it. */
public enum Stage {

	/** From the due time until a thread of the client started the call. */
	SCHEDULE_SLIP,

	/**
	 * Until the call could be written: the server allows no further stream, does not
	 * read, or there is no connection.
	 */
	STREAM_WAIT,

	/** Until the server's event loop could have read the headers, and later the rest. */
	WRITE_AND_NETWORK,

	/** Waiting for the server's event loop, which is busy with something else. */
	EVENT_LOOP,

	/** Waiting for a thread of the server's executor. */
	EXECUTOR_QUEUE,

	/** The handler and its interceptors, until they have closed the call. */
	HANDLER,

	/** Until the client's event loop could have read the end of the call. */
	FLUSH_AND_NETWORK,

	/**
	 * {@link #WRITE_AND_NETWORK} and {@link #FLUSH_AND_NETWORK} together, where the two
	 * sides have no common clock and neither can be measured on its own.
	 */
	NETWORK,

	/** Waiting for the client's event loop, to send the call and to read its end. */
	CLIENT_EVENT_LOOP

}
