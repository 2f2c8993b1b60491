package dev.grpctuning.load.engine.raw;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannel;
import dev.grpctuning.load.engine.MessageBytes;
import dev.grpctuning.load.engine.OpenCall;

/**
 * The calls that are made over one connection at a time to a server.
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
final class RawChannel implements CallChannel {

	private final EventLoop loop;

	private final PreparedRequest request;

	private final HandOver<RawCall> handOver = new HandOver<>();

	private final Deque<RawCall> held = new ArrayDeque<>();

	private final CallTimers timers;

	private final MessageSum messageBytes = new MessageSum();

	private final KeptConnection kept;

	RawChannel(EventLoop loop, Class<? extends Channel> channelType, Connector connector) {
		this.loop = loop;
		this.request = connector.request();
		this.timers = new CallTimers(loop, this.request, this::cancel);
		this.kept = new KeptConnection(this, loop, channelType, connector);
	}

	/**
	 * Begins to connect for the first time.
	 * @return {@code null} when calls can be made, or why they cannot
	 */
	CompletableFuture<@Nullable Status> open() {
		return this.kept.open();
	}

	@Override
	public void start(OpenCall told) {
		long number = this.request.nextNumber();
		RequestContent content = this.request.content(number);
		MethodType type = this.request.request().type();
		CallMessages messages = (type != MethodType.UNARY)
				? new CallMessages(told.stream(!type.serverSendsOneMessage()), content) : null;
		RawCall call = new RawCall(told, number, content, messages, this.timers.deadlineNanos());
		if (this.loop.inEventLoop()) {
			told.sentAtOnce();
			take(call);
		}
		else if (this.handOver.put(call)) {
			this.loop.execute(this::takeAll);
		}
	}

	private void takeAll() {
		RawCall call = this.handOver.takeAll();
		while (call != null) {
			RawCall following = call.next;
			call.told().sentNow();
			take(call);
			call = following;
		}
		Connection current = this.kept.current();
		if (current != null) {
			current.writer().flush();
		}
	}

	private void take(RawCall call) {
		this.timers.add(call);
		Connection current = this.kept.current();
		Status failure = this.kept.resting();
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
				this.kept.connect();
			}
		}
	}

	/**
	 * Sends what has been held as far as that is allowed now, and lets go of what has
	 * ended meanwhile: the first deadline is that of the first call.
	 */
	void roomMayBeLeft() {
		Connection current = this.kept.current();
		while (!this.held.isEmpty()) {
			if (this.held.getFirst().hasEnded()) {
				this.held.removeFirst();
			}
			else if (current != null && current.hasRoom()) {
				send(this.held.removeFirst(), current);
			}
			else {
				return;
			}
		}
	}

	private void send(RawCall call, Connection current) {
		current.send(call);
		this.timers.cancelLater(call);
		if (current.isUsedUp()) {
			this.kept.replace(current);
		}
	}

	/**
	 * Ends a call from this side, unless it has ended.
	 */
	private void cancel(RawCall call, Status status) {
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

	/**
	 * Takes over how a call has ended.
	 */
	void ended(RawCall call, Status status) {
		this.timers.remove(call);
		Status judged = this.timers.judge(call, status);
		if (status.isOk()) {
			this.messageBytes.answered(call.content(), call.response().messages());
		}
		call.end(judged);
		roomMayBeLeft();
	}

	boolean holdsCalls() {
		return !this.held.isEmpty();
	}

	/**
	 * Holds calls again that were sent, before all others.
	 * @param unprocessed what the server has not looked at, in the order in which it was
	 * sent
	 */
	void takeBack(List<RawCall> unprocessed) {
		for (RawCall call : unprocessed.reversed()) {
			call.takenBack();
			this.held.addFirst(call);
		}
	}

	/**
	 * Fails the calls that are held, unless they wait for a connection whatever happens.
	 */
	void failHeld(Status failure) {
		if (this.request.request().waitForReady()) {
			return;
		}
		while (!this.held.isEmpty()) {
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
		this.kept.close();
	}

}
