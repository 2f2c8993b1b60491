package dev.grpctuning.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * Lets a draining connection serve the calls that its client has queued. A client at
 * {@code MAX_CONCURRENT_STREAMS} opens the streams of queued calls when earlier ones end,
 * even after the first GOAWAY. gRPC sends the second GOAWAY when the client has answered
 * a PING, and Netty then ends the connection with all its calls when it receives data for
 * a later stream. The answer is therefore held back until a client without open streams
 * has answered one more PING. After ten seconds gRPC waits no longer.
 */
final class LastStreams extends Http2FrameListenerDecorator {

	/** Payload of the PING between the two GOAWAYs of {@code NettyServerHandler}. */
	private static final long GRACEFUL_SHUTDOWN_PING = 0x97ACEF001L;

	private static final long LAST_STREAMS_PING = 0x1A575L;

	private final Http2ConnectionHandler http2;

	/** A client may answer a PING more often than it is sent, or before. */
	private boolean answered;

	private boolean holding;

	/** Whether it waits for the answer to its own PING. */
	private boolean asking;

	private int lastStream;

	private LastStreams(Http2ConnectionHandler http2) {
		super(http2.decoder().frameListener());
		this.http2 = http2;
	}

	static LastStreams install(Http2ConnectionHandler http2, ChannelHandlerContext context) {
		LastStreams listener = new LastStreams(http2);
		http2.decoder().frameListener(listener);
		http2.connection().addListener(new Http2ConnectionAdapter() {

			@Override
			public void onStreamRemoved(Http2Stream stream) {
				listener.askIfIdle(context);
			}

		});
		return listener;
	}

	/** Whether it has sent the PING that has this answer. */
	boolean awaits(long data) {
		return this.asking && data == LAST_STREAMS_PING;
	}

	/** Whether the client has answered both PINGs. */
	boolean isAnswered() {
		return this.answered && !this.holding;
	}

	private Http2Connection connection() {
		return this.http2.connection();
	}

	private void askIfIdle(ChannelHandlerContext context) {
		if (this.holding && !this.asking && connection().numActiveStreams() == 0 && context.channel().isActive()) {
			this.asking = true;
			this.lastStream = connection().remote().lastStreamCreated();
			this.http2.encoder().writePing(context, false, LAST_STREAMS_PING, context.newPromise());
			this.http2.flush(context);
		}
	}

	@Override
	public void onPingAckRead(ChannelHandlerContext context, long data) throws Http2Exception {
		if (data == GRACEFUL_SHUTDOWN_PING) {
			if (connection().goAwaySent() && !this.answered) {
				this.answered = true;
				this.holding = true;
				askIfIdle(context);
			}
		}
		else if (data != LAST_STREAMS_PING) {
			super.onPingAckRead(context, data);
		}
		else if (this.asking) {
			this.asking = false;
			if (connection().numActiveStreams() == 0 && connection().remote().lastStreamCreated() == this.lastStream) {
				this.holding = false;
				super.onPingAckRead(context, GRACEFUL_SHUTDOWN_PING);
			}
			askIfIdle(context);
		}
	}

}
