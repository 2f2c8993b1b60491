package dev.grpctuning.load.transport.raw;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;

/** Handles the frames of one connection, and passes those of streams on. */
final class ConnectionFrames {

	private final Connection connection;

	private final ReceiveFlow receiveFlow;

	private final HeaderBlocks headers;

	private int receivedBytes;

	private int lastAccepted = Integer.MAX_VALUE;

	private boolean goneWithError;

	ConnectionFrames(Connection connection, ConnectionSettings settings) {
		this.connection = connection;
		this.receiveFlow = settings.receiveFlow();
		this.headers = new HeaderBlocks(settings.maxHeaderListBytes());
	}

	/** Rejects a frame out of order, as soon as its header has arrived. */
	void expect(Frame frame) throws Http2Exception {
		if (!this.connection.isReady() && frame.type() != Http2FrameTypes.SETTINGS) {
			throw frame.connectionError(Http2Error.PROTOCOL_ERROR, "the first frame of a server must be SETTINGS");
		}
		this.headers.expect(frame);
	}

	void received(Frame frame, ByteBuf in) throws Http2Exception {
		switch (frame.type()) {
			case Http2FrameTypes.HEADERS, Http2FrameTypes.CONTINUATION -> headers(frame, in);
			case Http2FrameTypes.DATA -> data(frame, in);
			case Http2FrameTypes.WINDOW_UPDATE -> windowUpdate(frame, in);
			case Http2FrameTypes.RST_STREAM -> {
				frame.requireLength(frame.length() == Integer.BYTES);
				this.connection.streams.reset(frame, in.readUnsignedInt());
			}
			case Http2FrameTypes.SETTINGS -> settings(frame, in);
			case Http2FrameTypes.PING -> ping(frame, in);
			case Http2FrameTypes.GO_AWAY -> goAway(frame, in);
			case Http2FrameTypes.PUSH_PROMISE ->
				throw frame.connectionError(Http2Error.PROTOCOL_ERROR, "SETTINGS_ENABLE_PUSH is 0");
			case Http2FrameTypes.PRIORITY -> priority(frame);
			default -> {
				// Unknown frames must be ignored.
			}
		}
	}

	private void headers(Frame frame, ByteBuf in) throws Http2Exception {
		ResponseBlock block = this.headers.take(frame, in);
		if (block != null) {
			this.connection.streams.headers(frame, block, this.headers.endOfStream());
		}
	}

	private void data(Frame frame, ByteBuf in) throws Http2Exception {
		this.receivedBytes = this.receiveFlow.connectionUsed(frame, this.receivedBytes);
		if (this.receivedBytes > this.receiveFlow.connectionWindow() / 2) {
			this.connection.writer.windowUpdate(0, this.receivedBytes);
			this.receivedBytes = 0;
		}
		this.connection.streams.data(frame, in);
	}

	private void windowUpdate(Frame frame, ByteBuf in) throws Http2Exception {
		frame.requireLength(frame.length() == Integer.BYTES);
		int bytes = in.readInt() & Integer.MAX_VALUE;
		if (frame.streamId() != 0) {
			this.connection.streams.windowUpdate(frame, bytes);
		}
		else if (bytes == 0) {
			throw frame.connectionError(Http2Error.PROTOCOL_ERROR, "the window update is 0");
		}
		else {
			this.connection.requests.connectionWindowUpdate(frame, bytes);
		}
	}

	private void settings(Frame frame, ByteBuf in) throws Http2Exception {
		frame.requireConnection();
		if (frame.has(Http2Flags.ACK)) {
			frame.requireLength(frame.length() == 0);
			return;
		}
		this.connection.server.read(frame, in);
		this.connection.writer.settingsAck();
		this.connection.settings(frame);
	}

	private void ping(Frame frame, ByteBuf in) throws Http2Exception {
		frame.requireConnection();
		frame.requireLength(frame.length() == Long.BYTES);
		if (!frame.has(Http2Flags.ACK)) {
			this.connection.writer.pingAck(in.readLong());
		}
	}

	private static void priority(Frame frame) throws Http2Exception {
		frame.requireStream();
		if (frame.length() != Frame.PRIORITY_BYTES) {
			throw frame.streamError(Http2Error.FRAME_SIZE_ERROR, Frame.WRONG_LENGTH);
		}
	}

	private void goAway(Frame frame, ByteBuf in) throws Http2Exception {
		frame.requireConnection();
		frame.requireLength(frame.length() >= 2 * Integer.BYTES);
		int last = in.readInt() & Integer.MAX_VALUE;
		if (last > this.lastAccepted) {
			throw frame.connectionError(Http2Error.PROTOCOL_ERROR,
					"the last stream %d is above the %d sent before".formatted(last, this.lastAccepted));
		}
		this.lastAccepted = last;
		long error = in.readUnsignedInt();
		String reason = goAway(error, in.readString(frame.length() - 2 * Integer.BYTES, StandardCharsets.UTF_8));
		// A server may repeat it with a lower last stream.
		if (error != Http2Error.NO_ERROR.code() && !this.goneWithError) {
			this.goneWithError = true;
			this.connection.protocolError(frame.describe(reason));
		}
		this.connection.goAway(last, reason);
	}

	private static String goAway(long errorCode, String debug) {
		Http2Error error = Http2Error.valueOf(errorCode);
		String name = (error != null) ? error.name() : "unknown error " + errorCode;
		return "GOAWAY with " + (debug.isEmpty() ? name : name + ", " + debug);
	}

}
