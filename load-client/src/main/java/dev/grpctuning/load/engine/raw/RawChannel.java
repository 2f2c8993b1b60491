package dev.grpctuning.load.engine.raw;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannel;
import dev.grpctuning.load.engine.MessageBytes;
import dev.grpctuning.load.engine.OpenCall;

/**
 * One connection at a time to a server, and the calls that are made over it.
 * <p>
 * A call is sent by the event loop. It takes calls that other threads have started all at
 * once, and each says then that it is sent: until then it is the client that is late,
 * which the lag shows. A call that the server allows no stream for
 * ({@code SETTINGS_MAX_CONCURRENT_STREAMS}), or that has no connection yet, is ready but
 * held. Its service time runs from when it really leaves, and its response time from when
 * it was due; it is no lag, for it is not the client that holds the load up. grpc-java
 * holds such calls in a buffer of its own where nobody sees it, so that the service times
 * of the stub engine have that wait in them. Response times mean the same in both.
 */
final class RawChannel implements CallChannel, Connector.Attempt {

	/**
	 * Time between two attempts to connect, while calls fail at once.
	 */
	private static final long REST_MILLIS = 1000;

	/**
	 * How many connections in a row may end without an answer to any call until that
	 * counts as a failed attempt.
	 */
	private static final int MAX_FRUITLESS = 2;

	private final EventLoop loop;

	private final Class<? extends Channel> channelType;

	private final Connector connector;

	private final PreparedRequest request;

	private final HandOver<RawCall> handOver = new HandOver<>();

	private final Deque<RawCall> held = new ArrayDeque<>();

	private final CallTimers timers;

	private final MessageSum messageBytes = new MessageSum();

	private final CompletableFuture<@Nullable Status> opened = new CompletableFuture<>();

	private @Nullable Connection connection;

	private @Nullable Status resting;

	private boolean connecting;

	private boolean retrying;

	private boolean closed;

	private int fruitless;

	RawChannel(EventLoop loop, Class<? extends Channel> channelType, Connector connector) {
		this.loop = loop;
		this.channelType = channelType;
		this.connector = connector;
		this.request = connector.request();
		this.timers = new CallTimers(loop, this.request, this::cancelNow);
	}

	/**
	 * Begins to connect for the first time.
	 * @return {@code null} when calls can be made, or why they cannot
	 */
	CompletableFuture<@Nullable Status> open() {
		this.loop.execute(this::connect);
		return this.opened;
	}

	@Override
	public void start(OpenCall call) {
		begin(call);
	}

	/**
	 * Starts a call and returns at once.
	 * @param told told how it ended
	 * @return the call, to be cancelled if need be
	 */
	RawCall begin(OpenCall told) {
		long number = this.request.nextNumber();
		RequestContent content = this.request.content(number);
		MethodType type = this.request.request().type();
		CallMessages messages = (type != MethodType.UNARY)
				? new CallMessages(told.stream(!type.serverSendsOneMessage()), content) : null;
		RawCall call = new RawCall(this, told, number, content, messages, this.timers.deadlineNanos());
		if (this.loop.inEventLoop()) {
			told.sentAtOnce();
			take(call);
		}
		else if (this.handOver.put(call)) {
			this.loop.execute(this::takeAll);
		}
		return call;
	}

	private void takeAll() {
		RawCall call = this.handOver.takeAll();
		while (call != null) {
			RawCall following = call.next;
			if (!call.hasEnded()) {
				call.told().sentNow();
				take(call);
			}
			call = following;
		}
		Connection current = this.connection;
		if (current != null) {
			current.flush();
		}
	}

	private void take(RawCall call) {
		this.timers.add(call);
		Connection current = this.connection;
		Status failure = this.resting;
		if (current != null && this.held.isEmpty() && current.hasRoom()) {
			send(call, current);
		}
		else if (failure != null && !this.request.request().waitForReady()) {
			ended(call, failure);
		}
		else {
			call.hold();
			this.held.add(call);
			if (current == null && failure == null) {
				connect();
			}
		}
	}

	/**
	 * Sends what has been held as far as that is allowed now.
	 */
	@Override
	public void roomMayBeLeft() {
		Connection current = this.connection;
		while (current != null && !this.held.isEmpty() && (this.held.getFirst().hasEnded() || current.hasRoom())) {
			RawCall call = this.held.removeFirst();
			if (!call.hasEnded()) {
				send(call, current);
			}
		}
	}

	private void send(RawCall call, Connection current) {
		current.send(call);
		this.timers.cancelLater(call);
		if (current.isUsedUp()) {
			this.connection = null;
			current.retire();
			connect();
		}
	}

	/**
	 * Ends a call from this side, unless it has ended. May be called on any thread.
	 */
	void cancel(RawCall call, Status status) {
		if (this.loop.inEventLoop()) {
			cancelNow(call, status);
		}
		else {
			this.loop.execute(() -> cancelNow(call, status));
		}
	}

	private void cancelNow(RawCall call, Status status) {
		if (call.hasEnded()) {
			return;
		}
		Connection sentOn = call.connection();
		if (sentOn != null) {
			sentOn.cancel(call, status);
		}
		else {
			ended(call, status);
		}
	}

	@Override
	public void ended(RawCall call, Status status) {
		this.timers.remove(call);
		if (status.isOk()) {
			this.messageBytes.answered(call.content(), call.response().messages());
		}
		call.end(status);
		roomMayBeLeft();
	}

	private void connect() {
		if (this.connection == null && !this.connecting && !this.closed) {
			this.connecting = true;
			this.connector.connect(this.loop, this.channelType, this);
		}
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
		roomMayBeLeft();
	}

	@Override
	public void failed(Status why) {
		this.connecting = false;
		this.opened.complete(why);
		rest(why);
	}

	@Override
	public void goingAway(Connection going, List<RawCall> unprocessed) {
		for (RawCall call : unprocessed.reversed()) {
			call.takenBack();
			this.held.addFirst(call);
		}
		if (going == this.connection) {
			this.connection = null;
			connectAgain(going, Status.UNAVAILABLE.withDescription("the server sends connections away"));
		}
		else {
			roomMayBeLeft();
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
		boolean wanted = before.isUsed() || !this.held.isEmpty();
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
		if (this.request.request().waitForReady()) {
			return;
		}
		for (int left = this.held.size(); left > 0; left--) {
			RawCall call = this.held.removeFirst();
			if (!call.hasEnded()) {
				ended(call, failure);
			}
		}
	}

	@Override
	public ScheduledExecutorService executor() {
		return this.loop;
	}

	@Override
	public MessageBytes messageBytes() {
		return this.messageBytes.sum();
	}

	@Override
	public boolean tellsWhenSent() {
		return true;
	}

	/**
	 * Ends the connection and makes no other. To be called on the event loop.
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
