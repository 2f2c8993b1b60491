package dev.grpctuning.load.transport.raw;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.transport.PeerProtocol;

/** The client's side of one HTTP/2 connection: its calls, and how it ends. */
final class Connection implements RawCall.Carrier {

	private final Channel channel;

	private final ConnectionSettings settings;

	private final AtomicReference<ProtocolErrors> errors;

	private final Owner owner;

	private final Consumer<Status> unready;

	final FrameWriter writer;

	final RequestWriter requests;

	final Streams streams;

	final ConnectionFrames frames;

	private @Nullable String goAway;

	private long maxConcurrentStreams = Http2CodecUtil.MAX_CONCURRENT_STREAMS;

	private boolean ready;

	private boolean open = true;

	private boolean retired;

	private boolean used;

	/** Whether the server has answered a call. */
	boolean answered;

	/** Creates a connection that ends with {@code unready} before the server is ready. */
	Connection(Channel channel, PreparedRequest request, ConnectionSettings settings,
			AtomicReference<ProtocolErrors> errors, Owner owner, Consumer<Status> unready) {
		this.channel = channel;
		this.settings = settings;
		this.errors = errors;
		this.owner = owner;
		this.unready = unready;
		this.writer = new FrameWriter(channel);
		this.requests = new RequestWriter(request, this.writer);
		this.streams = new Streams(this, settings);
		this.frames = new ConnectionFrames(this, settings.window());
	}

	/** The socket is connected, and secured if it is to be. */
	void connected() {
		this.writer.preface(this.settings);
		this.writer.flush();
	}

	/** Ends the connection if the server has sent no settings yet. */
	void expectReady() {
		if (!this.ready && this.channel.isActive()) {
			giveUp(PeerProtocol.SILENT);
		}
	}

	/** Ends the connection because the peer is not an HTTP/2 server. */
	void giveUp(String diagnosis) {
		end(Status.UNAVAILABLE.withDescription(diagnosis));
	}

	void settings(Http2Settings settings) throws Http2Exception {
		this.maxConcurrentStreams = Objects.requireNonNullElse(settings.maxConcurrentStreams(),
				this.maxConcurrentStreams);
		this.requests.settings(settings, this.streams.calls());
		if (!this.ready) {
			this.ready = true;
			this.owner.ready(this);
		}
		else {
			this.owner.roomMayBeLeft();
		}
	}

	/** Ends after the calls that the server has accepted. */
	void goAway(int last, String reason) {
		this.goAway = reason;
		this.retired = true;
		this.owner.goingAway(this, this.streams.takeAbove(last));
		closeWhenDone();
	}

	boolean hasRoom() {
		return this.ready && this.open && !this.retired && this.streams.hasNext() && !isFull()
				&& this.writer.isWritable();
	}

	/** Whether the server allows no further stream now. */
	boolean isFull() {
		return this.ready && this.streams.size() >= this.maxConcurrentStreams;
	}

	boolean isUsedUp() {
		return !this.streams.hasNext();
	}

	boolean isReady() {
		return this.ready;
	}

	boolean isOpen() {
		return this.open;
	}

	boolean isUsed() {
		return this.used;
	}

	/** Sends a call, for which there must be room. */
	void send(RawCall call) {
		this.used = true;
		this.streams.add(call);
		this.requests.write(call);
		this.writer.flushSoon();
	}

	@Override
	public void cancel(RawCall call, Status status) {
		this.streams.end(call, status, false);
		this.writer.flushSoon();
	}

	/** The server has read most of what was sent. */
	void writable() {
		if (this.open) {
			this.requests.pump();
			this.owner.roomMayBeLeft();
			this.writer.flush();
		}
	}

	/** The stream of a call has been closed. */
	void ended(RawCall call, Status status) {
		this.owner.ended(call, status);
		closeWhenDone();
	}

	/** The server has closed the stream of a call without processing it. */
	void refused(RawCall call) {
		this.owner.unprocessed(List.of(call));
		closeWhenDone();
	}

	void protocolError(String what) {
		this.errors.accumulateAndGet(new ProtocolErrors(1, what), ProtocolErrors::plus);
	}

	void streamFailed(Http2Exception.StreamException failure, String what) {
		this.streams.failed(failure, what);
		protocolError(what);
	}

	/** Ends the connection because of an error in the data from the server. */
	void failed(Http2Error error, String what) {
		protocolError(what);
		if (this.open) {
			this.writer.goAway(error, what);
			this.writer.flush();
		}
		end(Status.INTERNAL.withDescription("HTTP/2 " + error + ": " + what));
	}

	/** The socket failed. A failure of this client is logged: no call may report it. */
	void failed(Throwable cause) {
		Status status = SocketFailure.status(cause);
		if (this.open && status.getCode() == Status.Code.INTERNAL) {
			protocolError(String.valueOf(status.getDescription()));
		}
		end(status);
	}

	void closed() {
		giveUp("the server closed the connection" + ((this.goAway != null) ? " after " + this.goAway : ""));
	}

	/** Closes the connection when its last call has ended. */
	void retire() {
		this.retired = true;
		closeWhenDone();
	}

	private void closeWhenDone() {
		if (this.retired && this.streams.size() == 0) {
			close();
		}
	}

	void close() {
		if (this.open) {
			this.writer.goAway(Http2Error.NO_ERROR, "");
			this.writer.flush();
		}
		giveUp("the client closed the connection");
	}

	private void end(Status diagnosis) {
		if (!this.open) {
			return;
		}
		this.open = false;
		this.writer.discard();
		this.channel.close();
		if (!this.ready) {
			this.unready.accept(diagnosis);
			return;
		}
		List<RawCall> left = this.streams.takeAbove(0);
		this.owner.closed(this, diagnosis);
		left.forEach((call) -> this.owner.ended(call, diagnosis));
	}

	/** The user of a connection, called on its event loop. */
	interface Owner {

		/** The server's settings have arrived: calls may be sent. */
		void ready(Connection connection);

		/** No address has a server that becomes ready. */
		void failed(Status diagnosis);

		void roomMayBeLeft();

		void goingAway(Connection connection, List<RawCall> unprocessed);

		/** The server has not processed calls that were sent, for whatever reason. */
		void unprocessed(List<RawCall> calls);

		void ended(RawCall call, Status status);

		/** The ready connection is gone; the calls on it end after this. */
		void closed(Connection connection, Status diagnosis);

	}

}
