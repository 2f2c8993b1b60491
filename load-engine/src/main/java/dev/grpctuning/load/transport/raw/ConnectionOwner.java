package dev.grpctuning.load.transport.raw;

import java.util.List;

import io.grpc.Status;

/**
 * The user of a connection, called on its event loop.
 */
interface ConnectionOwner {

	/**
	 * The server's settings have arrived: calls may be sent.
	 */
	void ready(Connection connection);

	/**
	 * The server may allow more calls.
	 */
	void roomMayBeLeft();

	/**
	 * The server takes no more calls.
	 */
	void goingAway(Connection connection, List<RawCall> unprocessed);

	void ended(RawCall call, Status status);

	/**
	 * The connection is gone; the calls on it end after this.
	 */
	void closed(Connection connection, Status diagnosis);

}
