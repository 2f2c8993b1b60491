package dev.grpctuning.load.engine.raw;

import java.util.List;

import com.google.common.base.Throwables;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.transport.PeerProtocol;

/**
 * The client's side of one HTTP/2 connection: the calls on it, and its beginning and end.
 */
final class Connection {

	private static final String HTTP_2 = "h2";

	private static final int FRAME_TYPE_INDEX = 3;

	private final Channel channel;

	private final ConnectionSettings settings;

	private final Owner owner;

	private final ServerSettings server = new ServerSettings();

	private final FrameWriter writer;

	private final SendFlow sendFlow;

	private final RequestWriter requests;

	private final Streams streams;

	private final ConnectionFrames frames;

	private @Nullable String goAway;

	private boolean ready;

	private boolean open = true;

	private boolean retired;

	private boolean used;

	private boolean answered;

	private boolean reading;

	private boolean flushing;

	Connection(Channel channel, PreparedRequest request, ConnectionSettings settings, Owner owner) {
		this.channel = channel;
		this.settings = settings;
		this.owner = owner;
		this.writer = new FrameWriter(channel);
		this.sendFlow = new SendFlow(this.writer);
		this.requests = new RequestWriter(request, this.writer, this.sendFlow);
		this.streams = new Streams(this, settings, this.writer, this.sendFlow);
		this.frames = new ConnectionFrames(this, settings, this.server, this.writer, this.sendFlow, this.streams);
	}

	ConnectionFrames frames() {
		return this.frames;
	}

	void opened() {
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
			opened();
		}
		else {
			end(Status.UNAVAILABLE.withDescription("the peer speaks TLS, but did not choose h2 by ALPN"));
		}
	}

	/**
	 * Ends the connection if the first bytes of the server are no frame of HTTP/2.
	 * @param first the first bytes
	 */
	void begun(byte[] first) {
		String other = PeerProtocol.recognise(first);
		if (other == null && first[FRAME_TYPE_INDEX] > Http2FrameTypes.CONTINUATION) {
			other = PeerProtocol.name(first);
		}
		if (other != null) {
			end(Status.UNAVAILABLE.withDescription(other));
		}
	}

	/**
	 * Takes over what the server has set.
	 */
	void settings(Frame frame) throws Http2Exception {
		this.requests.headerTableBytes(this.server.headerTableBytes());
		this.sendFlow.settings(frame, this.server, this.streams.calls());
		if (!this.ready) {
			this.ready = true;
			this.owner.ready(this);
		}
		else {
			this.owner.roomMayBeLeft();
		}
	}

	/**
	 * Says that any call has been answered, be it in part.
	 */
	void answered() {
		this.answered = true;
	}

	/**
	 * Sends no call any more that the server has not accepted.
	 * @param last the last stream that it has accepted
	 * @param reason what it says
	 */
	void goAway(int last, String reason) {
		this.goAway = reason;
		this.retired = true;
		this.owner.goingAway(this, this.streams.takeAbove(last));
		closeWhenDone();
	}

	/**
	 * Whether one more call may be sent now.
	 */
	boolean hasRoom() {
		return this.ready && this.open && !this.retired && this.streams.hasNext()
				&& this.streams.size() < this.server.maxConcurrentStreams();
	}

	/**
	 * Whether there are no numbers left for streams.
	 */
	boolean isUsedUp() {
		return !this.streams.hasNext();
	}

	boolean isReady() {
		return this.ready;
	}

	boolean isOpen() {
		return this.open;
	}

	/**
	 * Whether any call has been sent.
	 */
	boolean isUsed() {
		return this.used;
	}

	/**
	 * Whether any call has been answered, be it in part.
	 */
	boolean hasAnswered() {
		return this.answered;
	}

	/**
	 * Sends a call, for which there must be room.
	 */
	void send(RawCall call) {
		this.used = true;
		this.streams.add(call);
		this.requests.write(call);
		flushSoon();
	}

	/**
	 * Ends a call that was sent here from this side.
	 */
	void cancel(RawCall call, Status status) {
		this.streams.cancel(call, status);
		flushSoon();
	}

	/**
	 * Tells that a call has ended whose stream is closed.
	 */
	void ended(RawCall call, Status status) {
		this.owner.ended(call, status);
		closeWhenDone();
	}

	void streamFailed(Http2Exception.StreamException failure) throws Http2Exception {
		this.streams.failed(failure);
	}

	/**
	 * Ends the connection because of what the server has sent.
	 */
	void failed(Http2Exception failure) {
		String message = String.valueOf(failure.getMessage());
		if (this.open) {
			this.writer.goAway(failure.error(), message);
			this.writer.flush();
		}
		end(Status.INTERNAL.withDescription("HTTP/2 " + failure.error() + ": " + message));
	}

	/**
	 * Ends the connection because of what has become of its socket.
	 */
	void failed(Throwable cause) {
		end(SocketFailure.status(Throwables.getRootCause(cause)));
	}

	/**
	 * Gives up if the server has not said yet what it allows.
	 */
	void expectReady() {
		if (!this.ready && this.channel.isActive()) {
			end(Status.UNAVAILABLE.withDescription(PeerProtocol.SILENT));
		}
	}

	void closed() {
		end(Status.UNAVAILABLE.withDescription(
				"the server closed the connection" + ((this.goAway != null) ? " after " + this.goAway : "")));
	}

	/**
	 * Uses the connection for no further call, and closes it when the last one has ended.
	 */
	void retire() {
		this.retired = true;
		closeWhenDone();
	}

	private void closeWhenDone() {
		if (this.retired && this.streams.size() == 0) {
			close();
		}
	}

	/**
	 * Closes the connection in good order.
	 */
	void close() {
		if (this.open) {
			this.writer.goAway(Http2Error.NO_ERROR, "");
			this.writer.flush();
		}
		end(Status.UNAVAILABLE.withDescription("the client closed the connection"));
	}

	private void end(Status why) {
		if (!this.open) {
			return;
		}
		this.open = false;
		this.writer.discard();
		this.channel.close();
		List<RawCall> left = this.streams.takeAbove(0);
		this.owner.closed(this, why);
		left.forEach((call) -> this.owner.ended(call, why));
	}

	/**
	 * Says that the server's bytes are being read, and that {@link #readComplete()} will
	 * be called.
	 */
	void reading() {
		this.reading = true;
	}

	void readComplete() {
		this.reading = false;
		flush();
	}

	void flush() {
		this.writer.flush();
	}

	private void flushSoon() {
		if (!this.reading && !this.flushing) {
			this.flushing = true;
			this.channel.eventLoop().execute(() -> {
				this.flushing = false;
				flush();
			});
		}
	}

	/**
	 * Who uses a connection. Told everything on the connection's event loop.
	 */
	interface Owner {

		/**
		 * The server has said what it allows: calls may be sent.
		 */
		void ready(Connection connection);

		/**
		 * The server may allow more calls than before.
		 */
		void roomMayBeLeft();

		/**
		 * The server takes no more calls here.
		 * @param connection the connection
		 * @param unprocessed those it has not looked at, in the order in which they were
		 * sent
		 */
		void goingAway(Connection connection, List<RawCall> unprocessed);

		/**
		 * A call has ended.
		 */
		void ended(RawCall call, Status status);

		/**
		 * There is no such connection any more. The calls on it are ended after this.
		 */
		void closed(Connection connection, Status why);

	}

}
