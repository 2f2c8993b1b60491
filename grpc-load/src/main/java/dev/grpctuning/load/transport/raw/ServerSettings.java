package dev.grpctuning.load.transport.raw;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

final class ServerSettings {

	long maxConcurrentStreams = Http2CodecUtil.MAX_CONCURRENT_STREAMS;

	int initialWindow = Http2CodecUtil.DEFAULT_WINDOW_SIZE;

	int maxFrameBytes = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	long headerTableBytes = RequestHeaders.TABLE_BYTES;

	void read(Frame frame, ByteBuf in) throws Http2Exception {
		frame.requireLength(frame.length() % Http2CodecUtil.SETTING_ENTRY_LENGTH == 0);
		for (int i = 0; i < frame.length(); i += Http2CodecUtil.SETTING_ENTRY_LENGTH) {
			set(frame, in.readUnsignedShort(), in.readUnsignedInt());
		}
	}

	private void set(Frame frame, int setting, long value) throws Http2Exception {
		switch (setting) {
			case Http2CodecUtil.SETTINGS_HEADER_TABLE_SIZE -> {
				this.headerTableBytes = value;
			}
			case Http2CodecUtil.SETTINGS_ENABLE_PUSH ->
				require(value == 0, frame, Http2Error.PROTOCOL_ERROR, "SETTINGS_ENABLE_PUSH", value);
			case Http2CodecUtil.SETTINGS_MAX_CONCURRENT_STREAMS -> {
				this.maxConcurrentStreams = value;
			}
			case Http2CodecUtil.SETTINGS_INITIAL_WINDOW_SIZE -> {
				require(value <= Integer.MAX_VALUE, frame, Http2Error.FLOW_CONTROL_ERROR,
						"SETTINGS_INITIAL_WINDOW_SIZE", value);
				this.initialWindow = (int) value;
			}
			case Http2CodecUtil.SETTINGS_MAX_FRAME_SIZE -> {
				require(Http2CodecUtil.isMaxFrameSizeValid((int) Math.min(value, Integer.MAX_VALUE)), frame,
						Http2Error.PROTOCOL_ERROR, "SETTINGS_MAX_FRAME_SIZE", value);
				this.maxFrameBytes = (int) value;
			}
			default -> {
				// What is not known must be ignored, and what remains is a limit that
				// servers enforce themselves.
			}
		}
	}

	private static void require(boolean allowed, Frame frame, Http2Error error, String setting, long value)
			throws Http2Exception {
		if (!allowed) {
			throw frame.connectionError(error, setting + " cannot be " + value);
		}
	}

}
