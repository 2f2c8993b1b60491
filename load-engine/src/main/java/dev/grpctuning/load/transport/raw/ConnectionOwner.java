package dev.grpctuning.load.engine.raw;

import java.util.List;

import io.grpc.Status;

/**
 * Who uses a connection. Told everything on the connection's event loop.
 */
interface ConnectionOwner {

	/**
	 * The server has said what it allows: calls may be sent.
	 */
	void ready(Connection connection);

	/**
	 * The server may allow more calls than before.
	 */
	void roomMayBeLeft();

	/**
	 * The server takes no more calls here.
	 * @param connection the connection
	 * @param unprocessed those it has not looked at, in the order in which they were sent
	 */
	void goingAway(Connection connection, List<RawCall> unprocessed);

	/**
	 * A call has ended.
	 */
	void ended(RawCall call, Status status);

	/**
	 * There is no such connection any more. The calls on it are ended after this.
	 */
	void closed(Connection connection, Status why);

}
