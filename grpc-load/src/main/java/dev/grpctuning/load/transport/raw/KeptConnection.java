package dev.grpctuning.load.transport.raw;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a channel. When it ends, another one is made: at once if that may
 * help, otherwise after a rest. Everything but {@link #open()} belongs to the event loop.
 */
final class KeptConnection implements Connection.Owner {

	/** Time between two attempts, in which calls fail at once. */
	private static final long REST_MILLIS = 1000;

	/**
	 * Connections in a row that end without any answer, and with no call left that may
	 * still be answered, that count as a failed attempt.
	 */
	private static final int MAX_FRUITLESS = 2;

	private final RawChannel channel;

	private final EventLoop loop;

	private final Class<? extends Channel> channelType;

	private final Connector connector;

	private final int index;

	private final CompletableFuture<@Nullable Status> opened = new CompletableFuture<>();

	private @Nullable Connection connection;

	private @Nullable Status resting;

	private boolean connecting;

	private boolean retrying;

	private boolean closed;

	private int fruitless;

	KeptConnection(RawChannel channel, EventLoop loop, Class<? extends Channel> channelType, Connector connector,
			int index) {
		this.channel = channel;
		this.loop = loop;
		this.channelType = channelType;
		this.connector = connector;
		this.index = index;
	}

	CompletableFuture<@Nullable Status> open() {
		this.loop.execute(this::connect);
		return this.opened;
	}

	@Nullable Connection current() {
		return this.connection;
	}

	/** The failure of calls until there is a connection, if they fail. */
	@Nullable Status resting() {
		return this.resting;
	}

	void connect() {
		if (this.connection == null && !this.connecting && !this.closed) {
			this.connecting = true;
			this.connector.connect(this.loop, this.channelType, this.index, this);
		}
	}

	/** Replaces a connection without streams left. */
	void replace(Connection usedUp) {
		this.connection = null;
		usedUp.retire();
		connect();
	}

	@Override
	public void ready(Connection ready) {
		this.connecting = false;
		if (this.closed) {
			ready.close();
			return;
		}
		this.resting = null;
		this.connection = ready;
		this.opened.complete(null);
		this.channel.roomMayBeLeft();
	}

	@Override
	public void roomMayBeLeft() {
		this.channel.roomMayBeLeft();
	}

	@Override
	public void ended(RawCall call, Status status) {
		this.channel.ended(call, status);
	}

	@Override
	public void failed(Status diagnosis) {
		this.connecting = false;
		this.opened.complete(diagnosis);
		rest(diagnosis);
	}

	@Override
	public void goingAway(Connection going, List<RawCall> unprocessed) {
		if (going == this.connection) {
			this.connection = null;
			this.channel.takeBack(unprocessed);
			connectAgain(going,
					Status.UNAVAILABLE.withDescription("the server closes connections before it answers a call"));
		}
		else {
			unprocessed(unprocessed);
		}
	}

	@Override
	public void unprocessed(List<RawCall> calls) {
		this.channel.takeBack(calls);
		this.channel.roomMayBeLeft();
		if (this.resting != null) {
			this.channel.failHeld(this.resting);
		}
		// The connection after theirs may have ended unused, without another one.
		else if (this.channel.holdsCalls()) {
			connect();
		}
	}

	@Override
	public void closed(Connection lost, Status diagnosis) {
		if (lost == this.connection) {
			this.connection = null;
			connectAgain(lost, diagnosis);
		}
	}

	/** Reconnects if there are or were calls: servers may close unused connections. */
	private void connectAgain(Connection before, Status diagnosis) {
		boolean wanted = before.isUsed() || this.channel.holdsCalls();
		boolean mayAnswer = before.answered || before.streams.size() > 0;
		this.fruitless = (wanted && !mayAnswer) ? this.fruitless + 1 : 0;
		if (this.fruitless >= MAX_FRUITLESS) {
			rest(diagnosis);
		}
		else if (wanted) {
			connect();
		}
	}

	/** Fails waiting and new calls until there is a connection, as grpc-java does. */
	private void rest(Status diagnosis) {
		Status failure = Status.UNAVAILABLE.withDescription(diagnosis.getDescription());
		this.resting = failure;
		if (this.closed) {
			return;
		}
		if (!this.retrying) {
			this.retrying = true;
			this.loop.schedule(() -> {
				this.retrying = false;
				connect();
			}, REST_MILLIS, TimeUnit.MILLISECONDS);
		}
		this.channel.failHeld(failure);
	}

	void close() {
		this.closed = true;
		Connection current = this.connection;
		if (current != null) {
			this.connection = null;
			current.close();
		}
	}

}
