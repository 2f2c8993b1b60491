package dev.grpctuning.load.engine.raw;

import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Gives a server the windows in which it may send. What arrives is read at once, so a
 * window is opened again as soon as half of it is used.
 *
 * @param streamWindow window of each stream, in bytes
 * @param connectionWindow window of the whole connection, in bytes, at least that of a
 * new connection
 */
record ReceiveFlow(int streamWindow, int connectionWindow) {

	/**
	 * Large enough not to hold a server back, and what h2load uses.
	 */
	static final ReceiveFlow LARGE = new ReceiveFlow((1 << 30) - 1, (1 << 30) - 1);

	ReceiveFlow {
		if (connectionWindow < Http2CodecUtil.DEFAULT_WINDOW_SIZE) {
			throw new IllegalArgumentException("connectionWindow: " + connectionWindow + " (expected: >= "
					+ Http2CodecUtil.DEFAULT_WINDOW_SIZE + ")");
		}
	}

	/**
	 * By how much the window of a new connection is opened.
	 */
	int opening() {
		return this.connectionWindow - Http2CodecUtil.DEFAULT_WINDOW_SIZE;
	}

	/**
	 * Counts a DATA frame against the window of the connection.
	 * @param used bytes that had been used before
	 * @return bytes that are used now
	 */
	int connectionUsed(Frame frame, int used) throws Http2Exception {
		int now = used + frame.length();
		if (now > this.connectionWindow) {
			throw frame.connectionError(Http2Error.FLOW_CONTROL_ERROR, "it exceeds the connection's window");
		}
		return now;
	}

	/**
	 * Counts a DATA frame against the window of its stream.
	 * @param used bytes that had been used before
	 * @return bytes that are used now
	 */
	int streamUsed(Frame frame, int used) throws Http2Exception {
		int now = used + frame.length();
		if (now > this.streamWindow) {
			throw frame.streamError(Http2Error.FLOW_CONTROL_ERROR, "it exceeds the stream's window");
		}
		return now;
	}

	boolean isConnectionHalfUsed(int used) {
		return used > this.connectionWindow / 2;
	}

	boolean isStreamHalfUsed(int used) {
		return used > this.streamWindow / 2;
	}

}
