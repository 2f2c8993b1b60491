package dev.grpctuning.load.engine.raw;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a channel, one at a time: made again when it ends, at once where that
 * may help and after a rest where it does not. Everything but {@link #open()} belongs to
 * the event loop.
 */
final class KeptConnection implements Connector.Attempt {

	/**
	 * Time between two attempts to connect, while calls fail at once.
	 */
	private static final long REST_MILLIS = 1000;

	/**
	 * How many connections in a row may end without an answer to any call until that
	 * counts as a failed attempt.
	 */
	private static final int MAX_FRUITLESS = 2;

	private final RawChannel channel;

	private final EventLoop loop;

	private final Class<? extends Channel> channelType;

	private final Connector connector;

	private final CompletableFuture<@Nullable Status> opened = new CompletableFuture<>();

	private @Nullable Connection connection;

	private @Nullable Status resting;

	private boolean connecting;

	private boolean retrying;

	private boolean closed;

	private int fruitless;

	KeptConnection(RawChannel channel, EventLoop loop, Class<? extends Channel> channelType, Connector connector) {
		this.channel = channel;
		this.loop = loop;
		this.channelType = channelType;
		this.connector = connector;
	}

	/**
	 * Begins to connect for the first time.
	 * @return {@code null} when calls can be made, or why they cannot
	 */
	CompletableFuture<@Nullable Status> open() {
		this.loop.execute(this::connect);
		return this.opened;
	}

	/**
	 * The connection for further calls, or {@code null} if there is none now.
	 */
	@Nullable Connection current() {
		return this.connection;
	}

	/**
	 * Why calls that do not wait fail until there is a connection, or {@code null} if
	 * they do not.
	 */
	@Nullable Status resting() {
		return this.resting;
	}

	/**
	 * Connects unless that is done already.
	 */
	void connect() {
		if (this.connection == null && !this.connecting && !this.closed) {
			this.connecting = true;
			this.connector.connect(this.loop, this.channelType, this);
		}
	}

	/**
	 * Makes another connection in place of one that has no streams left.
	 */
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
	public void failed(Status why) {
		this.connecting = false;
		this.opened.complete(why);
		rest(why);
	}

	@Override
	public void goingAway(Connection going, List<RawCall> unprocessed) {
		this.channel.takeBack(unprocessed);
		if (going == this.connection) {
			this.connection = null;
			connectAgain(going, Status.UNAVAILABLE.withDescription("the server sends connections away"));
		}
		else {
			this.channel.roomMayBeLeft();
		}
	}

	@Override
	public void closed(Connection lost, Status why) {
		if (!lost.isReady()) {
			failed(why);
		}
		else if (lost == this.connection) {
			this.connection = null;
			connectAgain(lost, why);
		}
	}

	/**
	 * Connects again at once if that may help, and only when there is a call if there was
	 * none: a server may well send away who does not use it.
	 */
	private void connectAgain(Connection before, Status why) {
		boolean wanted = before.isUsed() || this.channel.holdsCalls();
		this.fruitless = (wanted && !before.hasAnswered()) ? this.fruitless + 1 : 0;
		if (this.fruitless >= MAX_FRUITLESS) {
			rest(why);
		}
		else if (wanted) {
			connect();
		}
	}

	private void retry() {
		this.retrying = false;
		connect();
	}

	/**
	 * Fails the calls that wait for a connection, and all further ones until there is
	 * one, as grpc-java does.
	 */
	private void rest(Status why) {
		Status failure = Status.UNAVAILABLE.withDescription(why.getDescription());
		this.resting = failure;
		if (this.closed) {
			return;
		}
		if (!this.retrying) {
			this.retrying = true;
			this.loop.schedule(this::retry, REST_MILLIS, TimeUnit.MILLISECONDS);
		}
		this.channel.failHeld(failure);
	}

	/**
	 * Ends the connection and makes no other.
	 */
	void close() {
		this.closed = true;
		Connection current = this.connection;
		if (current != null) {
			this.connection = null;
			current.close();
		}
	}

}
