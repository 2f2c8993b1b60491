package dev.grpctuning.load.transport.raw;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;

/** Handles the frames of one connection, and passes those of streams on. */
final class ConnectionFrames extends Http2FrameAdapter {

	private final Connection connection;

	private final int window;

	private int receivedBytes;

	private int lastAccepted = Integer.MAX_VALUE;

	private boolean goneWithError;

	ConnectionFrames(Connection connection, int window) {
		this.connection = connection;
		this.window = window;
	}

	@Override
	public int onDataRead(ChannelHandlerContext context, int streamId, ByteBuf data, int padding, boolean endOfStream)
			throws Http2Exception {
		data(streamId, data, data.readableBytes(), padding, endOfStream);
		return 0;
	}

	/** What arrives is read at once: a window is reopened when half of it is used. */
	void data(int streamId, ByteBuf in, int length, int padding, boolean endOfStream) throws Http2Exception {
		this.receivedBytes += length + padding;
		if (this.receivedBytes > this.window / 2) {
			this.connection.writer.windowUpdate(0, this.receivedBytes);
			this.receivedBytes = 0;
		}
		this.connection.streams.data(streamId, in, length, padding, endOfStream);
	}

	@Override
	public void onHeadersRead(ChannelHandlerContext context, int streamId, Http2Headers headers, int padding,
			boolean endOfStream) throws Http2Exception {
		this.connection.streams.headers(streamId, ResponseBlock.of(headers), endOfStream);
	}

	@Override
	public void onHeadersRead(ChannelHandlerContext context, int streamId, Http2Headers headers, int dependency,
			short weight, boolean exclusive, int padding, boolean endOfStream) throws Http2Exception {
		onHeadersRead(context, streamId, headers, padding, endOfStream);
	}

	@Override
	public void onRstStreamRead(ChannelHandlerContext context, int streamId, long errorCode) throws Http2Exception {
		this.connection.streams.reset(streamId, errorCode);
	}

	@Override
	public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
		this.connection.writer.settingsAck();
		this.connection.settings(settings);
	}

	@Override
	public void onPingRead(ChannelHandlerContext context, long data) throws Http2Exception {
		this.connection.writer.pingAck(data);
	}

	@Override
	public void onPushPromiseRead(ChannelHandlerContext context, int streamId, int promisedStreamId,
			Http2Headers headers, int padding) throws Http2Exception {
		throw new Http2Exception(Http2Error.PROTOCOL_ERROR, "SETTINGS_ENABLE_PUSH is 0");
	}

	@Override
	public void onWindowUpdateRead(ChannelHandlerContext context, int streamId, int bytes) throws Http2Exception {
		if (streamId != 0) {
			this.connection.streams.windowUpdate(streamId, bytes);
		}
		else {
			this.connection.requests.connectionWindowUpdate(bytes);
		}
	}

	@Override
	public void onGoAwayRead(ChannelHandlerContext context, int last, long errorCode, ByteBuf debug)
			throws Http2Exception {
		if (last > this.lastAccepted) {
			throw new Http2Exception(Http2Error.PROTOCOL_ERROR,
					"the last stream %d is above the %d sent before".formatted(last, this.lastAccepted));
		}
		this.lastAccepted = last;
		String reason = goAway(errorCode, debug.toString(StandardCharsets.UTF_8));
		// A server may repeat it with a lower last stream.
		if (errorCode != Http2Error.NO_ERROR.code() && !this.goneWithError) {
			this.goneWithError = true;
			this.connection.protocolError(reason);
		}
		this.connection.goAway(last, reason);
	}

	private static String goAway(long errorCode, String debug) {
		Http2Error error = Http2Error.valueOf(errorCode);
		String name = (error != null) ? error.name() : "unknown error " + errorCode;
		return "GOAWAY with " + (debug.isEmpty() ? name : name + ", " + debug);
	}

}
