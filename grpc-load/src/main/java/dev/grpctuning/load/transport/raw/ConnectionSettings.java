package dev.grpctuning.load.transport.raw;

/**
 * Settings of the client's side of connections.
 *
 * @param window receive window of a stream and of the connection, in bytes
 */
record ConnectionSettings(boolean oneResponse, int maxMessageBytes, int maxHeaderListBytes, int window,
		int firstStreamId) {

	/** Large enough not to slow a server down; h2load uses the same. */
	static final int LARGE_WINDOW = (1 << 30) - 1;

}
