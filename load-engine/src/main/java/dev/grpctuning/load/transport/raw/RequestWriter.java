package dev.grpctuning.load.transport.raw;

import com.google.common.primitives.Bytes;
import io.netty.buffer.ByteBuf;

/**
 * Writes the requests of one connection.
 */
final class RequestWriter {

	private final PreparedRequest request;

	private final FrameWriter writer;

	private final SendFlow flow;

	private boolean inTable;

	private boolean first = true;

	RequestWriter(PreparedRequest request, FrameWriter writer, SendFlow flow) {
		this.request = request;
		this.writer = writer;
		this.flow = flow;
		this.inTable = request.isIndexable();
	}

	/**
	 * Sets the size of the server's dynamic table; a small one is not used at all.
	 */
	void headerTableBytes(long bytes) {
		if (this.inTable && bytes < RequestHeaders.TABLE_BYTES) {
			this.inTable = false;
			this.first = true;
		}
	}

	/**
	 * Writes a request as far as the windows allow.
	 */
	void write(RawCall call) {
		PreparedRequest.Variant frames = this.request.frames(this.inTable, this.first);
		this.first = false;
		ByteBuf out = this.writer.buffer();
		RequestContent content = call.content();
		RequestFrames whole = frames.whole();
		if (whole != null && this.request.isPrepared(content) && this.flow.takeWhole(content.bodyBytes())) {
			write(whole, call, out);
			CallMessages messages = call.messages();
			if (messages != null) {
				messages.sentUpTo(content.bodyBytes());
			}
			return;
		}
		write((content.headers().length != 0) ? head(frames.block(), content) : frames.head(), call, out);
		if (content.bodyBytes() > 0) {
			this.flow.begin(call);
		}
	}

	private RequestFrames head(byte[] block, RequestContent content) {
		return RequestFrames.of(Bytes.concat(block, content.headers()), this.request.timeout() != null, null,
				content.bodyBytes() == 0);
	}

	private void write(RequestFrames frames, RawCall call, ByteBuf out) {
		int start = frames.write(out, call.streamId());
		CallTimeout timeout = this.request.timeout();
		if (timeout != null && call.isHeld()) {
			frames.setTimeout(out, start, timeout, call.deadlineNanos() - System.nanoTime());
		}
	}

}
