package dev.grpctuning.load.transport.raw;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;

import com.google.common.primitives.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * Writes the requests of one connection as the windows of the connection and of each
 * stream allow. Waiting bodies take turns, a frame each.
 */
final class RequestWriter {

	private final PreparedRequest request;

	private final FrameWriter writer;

	private final Queue<Body> queue = new ArrayDeque<>();

	private boolean inTable;

	private boolean first = true;

	private int connectionWindow = Http2CodecUtil.DEFAULT_WINDOW_SIZE;

	private int initialWindow = Http2CodecUtil.DEFAULT_WINDOW_SIZE;

	private int maxFrameBytes = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	RequestWriter(PreparedRequest request, FrameWriter writer) {
		this.request = request;
		this.writer = writer;
		this.inTable = request.indexable();
	}

	void write(RawCall call) {
		PreparedRequest.Variant frames = this.request.frames(this.inTable, this.first);
		this.first = false;
		ByteBuf out = this.writer.buffer();
		RequestContent content = call.content;
		RequestFrames whole = frames.whole();
		if (whole != null && content == this.request.same() && takeWhole(content.bodyBytes())) {
			write(whole, call, out);
			call.sentUpTo(content.bodyBytes());
			return;
		}
		write((content.headers().length != 0) ? head(frames.block(), content) : frames.head(), call, out);
		if (content.bodyBytes() > 0) {
			begin(call);
		}
	}

	private RequestFrames head(byte[] block, RequestContent content) {
		return RequestFrames.of(Bytes.concat(block, content.headers()), this.request.timeout() != null, null,
				content.bodyBytes() == 0);
	}

	private void write(RequestFrames frames, RawCall call, ByteBuf out) {
		int start = frames.write(out, call.streamId());
		CallTimeout timeout = this.request.timeout();
		if (timeout != null && call.held) {
			frames.setTimeout(out, start, timeout, call.deadlineNanos - System.nanoTime());
		}
	}

	/** Reserves a whole body if it fits into the windows. */
	private boolean takeWhole(int bytes) {
		boolean fits = bytes <= this.connectionWindow && bytes <= this.initialWindow && this.queue.isEmpty();
		if (fits) {
			this.connectionWindow -= bytes;
		}
		return fits;
	}

	private void begin(RawCall call) {
		Body body = new Body(call, this.initialWindow);
		call.body = body;
		enqueue(body);
		pump();
	}

	private void enqueue(Body body) {
		if (!body.queued) {
			body.queued = true;
			this.queue.add(body);
		}
	}

	/** Sends bodies as far as the windows allow and the server reads. */
	void pump() {
		while (this.connectionWindow > 0 && this.writer.isWritable()) {
			Body body = this.queue.poll();
			if (body == null) {
				return;
			}
			body.queued = false;
			// The call may have ended or moved to another connection meanwhile.
			if (body.call.body == body) {
				send(body);
			}
		}
	}

	private void send(Body body) {
		int left = body.call.content.bodyBytes() - body.sent;
		int bytes = Math.min(Math.min(left, body.window), Math.min(this.connectionWindow, this.maxFrameBytes));
		if (bytes <= 0) {
			return;
		}
		boolean last = bytes == left;
		RawCall call = body.call;
		this.writer.data(call.streamId(), call.content.body(), body.sent, bytes, last);
		this.connectionWindow -= bytes;
		body.sent += bytes;
		body.window -= bytes;
		call.sentUpTo(body.sent);
		if (last) {
			call.body = null;
		}
		else {
			enqueue(body);
		}
	}

	void connectionWindowUpdate(int bytes) throws Http2Exception {
		this.connectionWindow = window(0, (long) this.connectionWindow + bytes);
		pump();
	}

	void streamWindowUpdate(Body body, int bytes) throws Http2Exception {
		body.window = window(body.call.streamId(), (long) body.window + bytes);
		enqueue(body);
		pump();
	}

	private static int window(int streamId, long bytes) throws Http2Exception {
		if (bytes > Integer.MAX_VALUE) {
			throw Http2Exception.streamError(streamId, Http2Error.FLOW_CONTROL_ERROR,
					"the window would be %d bytes, above 2^31-1", bytes);
		}
		return (int) bytes;
	}

	/**
	 * Applies the server's settings: a small dynamic table is not used at all, and a new
	 * initial window also changes the windows of open streams.
	 */
	void settings(Http2Settings settings, Iterable<RawCall> open) throws Http2Exception {
		Long table = settings.headerTableSize();
		if (this.inTable && table != null && table < RequestHeaders.TABLE_BYTES) {
			this.inTable = false;
			this.first = true;
		}
		this.maxFrameBytes = Objects.requireNonNullElse(settings.maxFrameSize(), this.maxFrameBytes);
		int window = Objects.requireNonNullElse(settings.initialWindowSize(), this.initialWindow);
		int change = window - this.initialWindow;
		this.initialWindow = window;
		for (RawCall call : open) {
			Body body = call.body;
			if (body != null && change != 0) {
				body.window = window(0, (long) body.window + change);
				enqueue(body);
			}
		}
		pump();
	}

	/** The part of a request that the server's windows have held back. */
	static final class Body {

		private final RawCall call;

		private int sent;

		/** What the stream's window allows; negative when the server has reduced it. */
		private int window;

		private boolean queued;

		private Body(RawCall call, int window) {
			this.call = call;
			this.window = window;
		}

	}

}
