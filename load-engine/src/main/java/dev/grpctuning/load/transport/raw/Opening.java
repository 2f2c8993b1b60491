package dev.grpctuning.load.engine.raw;

import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.transport.PeerProtocol;

/**
 * The beginning of one connection: what the client says first, and whether there is a
 * server of HTTP/2 at the other end.
 */
final class Opening {

	private static final String HTTP_2 = "h2";

	private static final int FRAME_TYPE_INDEX = 3;

	private final Connection connection;

	private final Channel channel;

	private final ConnectionSettings settings;

	private final FrameWriter writer;

	Opening(Connection connection, Channel channel, ConnectionSettings settings, FrameWriter writer) {
		this.connection = connection;
		this.channel = channel;
		this.settings = settings;
		this.writer = writer;
	}

	/**
	 * Begins to speak.
	 */
	void connected() {
		this.writer.preface();
		this.writer.settings(Http2CodecUtil.SETTINGS_HEADER_TABLE_SIZE, 0, Http2CodecUtil.SETTINGS_ENABLE_PUSH, 0,
				Http2CodecUtil.SETTINGS_MAX_CONCURRENT_STREAMS, 0, Http2CodecUtil.SETTINGS_INITIAL_WINDOW_SIZE,
				this.settings.receiveFlow().streamWindow(), Http2CodecUtil.SETTINGS_MAX_HEADER_LIST_SIZE,
				this.settings.maxHeaderListBytes());
		if (this.settings.receiveFlow().opening() > 0) {
			this.writer.windowUpdate(0, this.settings.receiveFlow().opening());
		}
		this.writer.flush();
	}

	/**
	 * Says that TLS has been agreed upon.
	 * @param protocol what is spoken inside, or {@code null} if the server did not say
	 */
	void secured(@Nullable String protocol) {
		if (HTTP_2.equals(protocol)) {
			connected();
		}
		else {
			giveUp("the peer speaks TLS, but did not choose h2 by ALPN");
		}
	}

	/**
	 * Ends the connection if the first bytes of the server are no frame of HTTP/2.
	 * @param first the first bytes
	 */
	void answered(byte[] first) {
		String other = PeerProtocol.recognise(first);
		if (other == null && first[FRAME_TYPE_INDEX] > Http2FrameTypes.CONTINUATION) {
			other = PeerProtocol.name(first);
		}
		if (other != null) {
			this.connection.protocolError(other);
			giveUp(other);
		}
	}

	/**
	 * Gives up if the server has not said yet what it allows.
	 */
	void expectReady() {
		if (!this.connection.isReady() && this.channel.isActive()) {
			giveUp(PeerProtocol.SILENT);
		}
	}

	private void giveUp(String why) {
		this.connection.end(Status.UNAVAILABLE.withDescription(why));
	}

}
