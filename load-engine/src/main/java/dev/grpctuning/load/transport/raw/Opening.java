package dev.grpctuning.load.transport.raw;

import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.transport.PeerProtocol;

/**
 * The beginning of a connection: the client's preface, and whether an HTTP/2 server
 * answers.
 */
final class Opening {

	private static final String HTTP_2 = "h2";

	private static final int FRAME_TYPE_INDEX = 3;

	private final Owner owner;

	private final Channel channel;

	private final ConnectionSettings settings;

	private final FrameWriter writer;

	Opening(Owner owner, Channel channel, ConnectionSettings settings, FrameWriter writer) {
		this.owner = owner;
		this.channel = channel;
		this.settings = settings;
		this.writer = writer;
	}

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

	void secured(@Nullable String protocol) {
		if (HTTP_2.equals(protocol)) {
			connected();
		}
		else {
			giveUp("the peer speaks TLS, but did not choose h2 by ALPN");
		}
	}

	/**
	 * Ends the connection if the server's first bytes are no HTTP/2 frame.
	 */
	void answered(byte[] first) {
		String other = PeerProtocol.recognise(first);
		if (other == null && first[FRAME_TYPE_INDEX] > Http2FrameTypes.CONTINUATION) {
			other = PeerProtocol.name(first);
		}
		if (other != null) {
			this.owner.protocolError(other);
			giveUp(other);
		}
	}

	/**
	 * Ends the connection if the server has sent no settings yet.
	 */
	void expectReady() {
		if (!this.owner.isReady() && this.channel.isActive()) {
			giveUp(PeerProtocol.SILENT);
		}
	}

	private void giveUp(String diagnosis) {
		this.owner.end(Status.UNAVAILABLE.withDescription(diagnosis));
	}

	interface Owner {

		boolean isReady();

		void protocolError(String what);

		void end(Status diagnosis);

	}

}
