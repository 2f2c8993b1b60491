package dev.grpctuning.load.transport.raw;

import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

import dev.grpctuning.load.transport.PeerProtocol;
import dev.grpctuning.load.transport.TlsFailure;

/**
 * Splits received bytes into frames, and reports them and the socket's events to their
 * connection.
 */
final class FrameDecoder extends ByteToMessageDecoder {

	private static final int FRAME_TYPE_INDEX = 3;

	static final int MAX_LENGTH = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	private final Connection connection;

	private final Frame frame = new Frame();

	private boolean begun;

	FrameDecoder(Connection connection) {
		this.connection = connection;
	}

	@Override
	public void channelActive(ChannelHandlerContext context) throws Exception {
		super.channelActive(context);
		if (context.pipeline().get(SslHandler.class) == null) {
			this.connection.connected();
		}
	}

	@Override
	public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
		if (event instanceof SslHandshakeCompletionEvent handshake) {
			if (!handshake.isSuccess()) {
				this.connection.failed(handshake.cause());
			}
			else if ("h2".equals(context.pipeline().get(SslHandler.class).applicationProtocol())) {
				this.connection.connected();
			}
			else {
				this.connection.failed(TlsFailure.withoutHttp2());
			}
		}
		super.userEventTriggered(context, event);
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
		this.connection.writer.reading();
		super.channelRead(context, message);
	}

	@Override
	protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
		try {
			if (!this.begun && in.readableBytes() >= PeerProtocol.ENOUGH_BYTES) {
				this.begun = true;
				checkProtocol(ByteBufUtil.getBytes(in, in.readerIndex(), PeerProtocol.ENOUGH_BYTES));
			}
			while (in.readableBytes() >= Frame.HEADER_BYTES && this.connection.isOpen()) {
				this.frame.peek(in);
				this.connection.frames.expect(this.frame);
				if (this.frame.length() > MAX_LENGTH) {
					throw this.frame.connectionError(Http2Error.FRAME_SIZE_ERROR,
							"the length is above the SETTINGS_MAX_FRAME_SIZE of " + MAX_LENGTH);
				}
				if (in.readableBytes() < Frame.HEADER_BYTES + this.frame.length()) {
					return;
				}
				in.skipBytes(Frame.HEADER_BYTES);
				int end = in.readerIndex() + this.frame.length();
				try {
					this.connection.frames.received(this.frame, in);
				}
				catch (Http2Exception.StreamException ex) {
					this.connection.streamFailed(ex);
				}
				in.readerIndex(end);
			}
		}
		catch (Http2Exception ex) {
			this.connection.failed(ex);
		}
		if (!this.connection.isOpen()) {
			in.skipBytes(in.readableBytes());
		}
	}

	/** Ends the connection if the server's first bytes are not an HTTP/2 frame. */
	private void checkProtocol(byte[] first) {
		String other = PeerProtocol.recognise(first);
		if (other == null && first[FRAME_TYPE_INDEX] > Http2FrameTypes.CONTINUATION) {
			other = PeerProtocol.name(first);
		}
		if (other != null) {
			this.connection.protocolError(other);
			this.connection.giveUp(other);
		}
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext context) throws Exception {
		super.channelReadComplete(context);
		this.connection.writer.readComplete();
	}

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
		super.channelWritabilityChanged(context);
		if (context.channel().isWritable()) {
			// Not at once: the writer may be in the middle of a flush.
			context.executor().execute(this.connection::writable);
		}
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) throws Exception {
		super.channelInactive(context);
		this.connection.closed();
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		this.connection.failed(cause);
	}

}
