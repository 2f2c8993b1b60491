package dev.grpctuning.load.transport.raw;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import org.jspecify.annotations.Nullable;

/**
 * Collects the frames of a connection in one buffer until they are flushed, so that many
 * calls cost one write.
 */
final class FrameWriter {

	/** From this size on a buffer is written on its own. */
	private static final int FULL_BYTES = 64 * 1024;

	private static final int LEAST_BYTES = 512;

	/** Up to this size copying is cheaper than a write of its own. */
	private static final int COPIED_BYTES = 4096;

	private static final int MAX_DEBUG_BYTES = 512;

	/**
	 * Maximum number of answers that a server has not read. grpc-java has the same limit.
	 */
	private static final int MOST_UNREAD = Http2CodecUtil.DEFAULT_MAX_QUEUED_CONTROL_FRAMES;

	private final Channel channel;

	private @Nullable ByteBuf buffer;

	private int expectedBytes = LEAST_BYTES;

	private int unread;

	private boolean unflushed;

	private boolean reading;

	private boolean flushing;

	FrameWriter(Channel channel) {
		this.channel = channel;
	}

	ByteBuf buffer() {
		ByteBuf out = this.buffer;
		if (out == null || out.readableBytes() > FULL_BYTES) {
			flush();
			out = this.channel.alloc().directBuffer(this.expectedBytes);
			this.buffer = out;
		}
		return out;
	}

	void preface(ConnectionSettings settings) {
		buffer().writeBytes(Http2CodecUtil.connectionPrefaceBuf());
		settings(Http2CodecUtil.SETTINGS_HEADER_TABLE_SIZE, 0, Http2CodecUtil.SETTINGS_ENABLE_PUSH, 0,
				Http2CodecUtil.SETTINGS_MAX_CONCURRENT_STREAMS, 0, Http2CodecUtil.SETTINGS_INITIAL_WINDOW_SIZE,
				settings.window(), Http2CodecUtil.SETTINGS_MAX_HEADER_LIST_SIZE, settings.maxHeaderListBytes());
		windowUpdate(0, settings.window() - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
	}

	private void settings(int... settings) {
		ByteBuf out = header(settings.length / 2 * Http2CodecUtil.SETTING_ENTRY_LENGTH, Http2FrameTypes.SETTINGS, 0, 0);
		for (int i = 0; i < settings.length; i += 2) {
			out.writeShort(settings[i]).writeInt(settings[i + 1]);
		}
	}

	void settingsAck() throws Http2Exception {
		answering();
		header(0, Http2FrameTypes.SETTINGS, Http2Flags.ACK, 0);
	}

	void pingAck(long data) throws Http2Exception {
		answering();
		header(Long.BYTES, Http2FrameTypes.PING, Http2Flags.ACK, 0).writeLong(data);
	}

	/** The server decides how many answers there are, so they are bounded. */
	private void answering() throws Http2Exception {
		this.unread = isWritable() ? 0 : this.unread + 1;
		if (this.unread > MOST_UNREAD) {
			throw new Http2Exception(Http2Error.ENHANCE_YOUR_CALM,
					"more than %d answers to the server's frames are unread".formatted(MOST_UNREAD));
		}
	}

	/** Whether the server reads what is sent. */
	boolean isWritable() {
		return this.channel.isWritable();
	}

	void windowUpdate(int streamId, int bytes) {
		header(Integer.BYTES, Http2FrameTypes.WINDOW_UPDATE, 0, streamId).writeInt(bytes);
	}

	void reset(int streamId, Http2Error error) {
		header(Integer.BYTES, Http2FrameTypes.RST_STREAM, 0, streamId).writeInt((int) error.code());
	}

	void goAway(Http2Error error, String debug) {
		ByteBuf text = ByteBufUtil.writeUtf8(this.channel.alloc(), debug);
		int length = Math.min(text.readableBytes(), MAX_DEBUG_BYTES);
		header(2 * Integer.BYTES + length, Http2FrameTypes.GO_AWAY, 0, 0).writeInt(0)
			.writeInt((int) error.code())
			.writeBytes(text, length);
		text.release();
	}

	void data(int streamId, ByteBuf body, int from, int length, boolean last) {
		ByteBuf out = header(length, Http2FrameTypes.DATA, last ? Http2Flags.END_STREAM : 0, streamId);
		if (length <= COPIED_BYTES) {
			out.writeBytes(body, from, length);
			return;
		}
		write(out);
		this.channel.write(body.retainedSlice(from, length), this.channel.voidPromise());
	}

	private ByteBuf header(int length, byte type, int flags, int streamId) {
		return header(buffer(), length, type, flags, streamId);
	}

	static ByteBuf header(ByteBuf out, int length, byte type, int flags, int streamId) {
		return out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(streamId);
	}

	private void write(ByteBuf out) {
		this.buffer = null;
		this.unflushed = true;
		this.channel.write(out, this.channel.voidPromise());
	}

	void flush() {
		ByteBuf out = this.buffer;
		if (out != null) {
			this.expectedBytes = Math.max(LEAST_BYTES, (this.expectedBytes + out.readableBytes()) / 2);
			write(out);
		}
		if (this.unflushed) {
			this.unflushed = false;
			this.channel.flush();
		}
	}

	/** Bytes are being read; readComplete() will follow. */
	void reading() {
		this.reading = true;
	}

	void readComplete() {
		this.reading = false;
		flush();
	}

	/** Flushes at the end of the event loop's current work. */
	void flushSoon() {
		if (!this.reading && !this.flushing) {
			this.flushing = true;
			this.channel.eventLoop().execute(() -> {
				this.flushing = false;
				flush();
			});
		}
	}

	void discard() {
		ByteBuf out = this.buffer;
		if (out != null) {
			this.buffer = null;
			out.release();
		}
	}

}
