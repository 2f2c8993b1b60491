package dev.grpctuning.load.transport.raw;

import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Receive windows. What arrives is read at once, so a window is reopened when half of it
 * is used.
 *
 * @param streamWindow bytes per stream
 * @param connectionWindow bytes per connection, at least that of a new one
 */
record ReceiveFlow(int streamWindow, int connectionWindow) {

	/** Large enough not to slow a server down; h2load uses the same. */
	static final ReceiveFlow LARGE = new ReceiveFlow((1 << 30) - 1, (1 << 30) - 1);

	int opening() {
		return this.connectionWindow - Http2CodecUtil.DEFAULT_WINDOW_SIZE;
	}

	int connectionUsed(Frame frame, int used) throws Http2Exception {
		int now = used + frame.length();
		if (now > this.connectionWindow) {
			throw frame.connectionError(Http2Error.FLOW_CONTROL_ERROR, "it exceeds the connection's window");
		}
		return now;
	}

	int streamUsed(Frame frame, int used) throws Http2Exception {
		int now = used + frame.length();
		if (now > this.streamWindow) {
			throw frame.streamError(Http2Error.FLOW_CONTROL_ERROR, "it exceeds the stream's window");
		}
		return now;
	}

}
