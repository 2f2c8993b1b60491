package dev.grpctuning.load.engine.raw;

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
	 * Says how large the dynamic table of the server may be. One that is smaller than at
	 * the start is not used at all, from the next request on.
	 */
	void headerTableBytes(long bytes) {
		if (this.inTable && bytes < RequestHeaders.TABLE_BYTES) {
			this.inTable = false;
			this.first = true;
		}
	}

	/**
	 * Writes the request of a call, as much of it as the windows let out.
	 */
	void write(RawCall call) {
		PreparedRequest.Variant frames = this.request.frames(this.inTable, this.first);
		this.first = false;
		ByteBuf out = this.writer.buffer();
		RequestFrames whole = frames.whole();
		if (whole != null && this.flow.takeWhole()) {
			write(whole, call, out);
			return;
		}
		write(frames.head(), call, out);
		if (this.request.bodyBytes() > 0) {
			this.flow.begin(call);
		}
	}

	private void write(RequestFrames frames, RawCall call, ByteBuf out) {
		int start = frames.write(out, call.streamId());
		CallTimeout timeout = this.request.timeout();
		if (timeout != null && call.isHeld()) {
			frames.setTimeout(out, start, timeout, call.deadlineNanos() - System.nanoTime());
		}
	}

}
