package dev.grpctuning.load.transport.raw;

import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

import dev.grpctuning.load.transport.PeerProtocol;
import dev.grpctuning.load.transport.TlsFailure;

/**
 * Splits received bytes into frames, and reports them and the socket's events to their
 * connection. It reads nearly all frames of responses itself, which saves objects, and
 * leaves all others to Netty.
 */
final class FrameDecoder extends ByteToMessageDecoder {

	private static final int FRAME_TYPE_INDEX = 3;

	private static final int MAX_LENGTH = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

	private static final int MAX_CONTINUATIONS = 128;

	private final Connection connection;

	private final Frame frame = new Frame();

	private final KnownBlocks blocks;

	private final Http2FrameReader otherFrames;

	private boolean begun;

	private boolean continued;

	FrameDecoder(Connection connection, int maxHeaderListBytes) {
		this.connection = connection;
		DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true, maxHeaderListBytes);
		this.blocks = new KnownBlocks(decoder);
		this.otherFrames = new DefaultHttp2FrameReader(decoder, MAX_CONTINUATIONS);
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
				if (!this.connection.isReady() && this.frame.type() != Http2FrameTypes.SETTINGS) {
					throw new Http2Exception(Http2Error.PROTOCOL_ERROR, "the first frame of a server must be SETTINGS");
				}
				int bytes = Frame.HEADER_BYTES + this.frame.length();
				if (in.readableBytes() < bytes && this.frame.length() <= MAX_LENGTH) {
					return;
				}
				// Netty refuses a frame that is too long by its header.
				int end = in.readerIndex() + Math.min(bytes, in.readableBytes());
				try {
					read(context, in, end);
				}
				catch (Http2Exception.StreamException ex) {
					this.connection.streamFailed(ex, this.frame.describe(String.valueOf(ex.getMessage())));
				}
				in.readerIndex(end);
			}
		}
		catch (Http2Exception ex) {
			this.connection.failed(ex.error(), this.frame.describe(String.valueOf(ex.getMessage())));
		}
		if (!this.connection.isOpen()) {
			in.skipBytes(in.readableBytes());
		}
	}

	private void read(ChannelHandlerContext context, ByteBuf in, int end) throws Http2Exception {
		if (this.continued || !this.frame.isPlain() || this.frame.length() > MAX_LENGTH) {
			this.continued = this.frame.isContinued();
			this.otherFrames.readFrame(context, in.slice(in.readerIndex(), end - in.readerIndex()),
					this.connection.frames);
			return;
		}
		in.skipBytes(Frame.HEADER_BYTES);
		if (this.frame.type() == Http2FrameTypes.DATA) {
			this.connection.frames.data(this.frame.streamId(), in, this.frame.length(), 0, this.frame.endOfStream());
		}
		else {
			ResponseBlock block = this.blocks.read(this.frame.streamId(), in, this.frame.length());
			this.connection.streams.headers(this.frame.streamId(), block, this.frame.endOfStream());
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
		this.otherFrames.close();
		this.connection.closed();
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		this.connection.failed(cause);
	}

}
