package dev.grpctuning.load.transport.raw;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.CallChannels.MessageBytes;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.transport.raw.RawCall.CallMessages;

/**
 * Makes calls over one connection at a time.
 * <p>
 * The event loop sends the calls. It takes those of other threads at once and reports
 * each as sent then: until then the client is late, which the lag shows. A call is held
 * if the server allows no further stream ({@code SETTINGS_MAX_CONCURRENT_STREAMS}) or
 * does not read what was sent, or if there is no connection. Its service time then runs
 * from when it leaves, and its response time from when it was due; the wait does not
 * count as lag of the client. grpc-java hides that wait in a buffer, so service times of
 * the stub engine include it.
 */
final class RawChannel implements CallChannel {

	/** The event loop reads between them. */
	private static final int MOST_AT_ONCE = 1000;

	private final EventLoop loop;

	private final PreparedRequest request;

	/** Calls that other threads have started. */
	private final Queue<RawCall> started = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean woken = new AtomicBoolean();

	private final Deque<RawCall> held = new ArrayDeque<>();

	private final CallTimers timers;

	final KeptConnection kept;

	private long requests;

	private long requestBytes;

	private long responses;

	private long responseBytes;

	/** Creates a channel of a plan, with its number there from 0. */
	RawChannel(EventLoop loop, Class<? extends Channel> channelType, Connector connector, int index) {
		this.loop = loop;
		this.request = connector.request();
		this.timers = new CallTimers(loop, this.request, this::cancel);
		this.kept = new KeptConnection(this, loop, channelType, connector, index);
	}

	CompletableFuture<@Nullable Status> open() {
		return this.kept.open();
	}

	@Override
	public void start(OpenCall openCall) {
		long number = openCall.number(this.request.numbers());
		RequestContent content = this.request.content(number);
		MethodType type = this.request.type();
		CallMessages messages = (type != MethodType.UNARY)
				? new CallMessages(openCall.stream(!type.serverSendsOneMessage()), content) : null;
		RawCall call = new RawCall(openCall, number, content, messages, this.timers.deadlineNanos());
		if (this.loop.inEventLoop()) {
			openCall.sentAtOnce();
			take(call);
		}
		else {
			this.started.add(call);
			wake();
		}
	}

	private void wake() {
		if (!this.woken.getAndSet(true)) {
			this.loop.execute(this::takeStarted);
		}
	}

	private void takeStarted() {
		this.woken.set(false);
		for (int i = 0; i < MOST_AT_ONCE; i++) {
			RawCall call = this.started.poll();
			if (call == null) {
				break;
			}
			call.openCall.sentNow();
			take(call);
		}
		if (!this.started.isEmpty()) {
			wake();
		}
		Connection current = this.kept.current();
		if (current != null) {
			current.writer.flush();
		}
	}

	private void take(RawCall call) {
		this.timers.add(call);
		Connection current = this.kept.current();
		Status failure = this.kept.resting();
		if (current != null && this.held.isEmpty() && current.hasRoom()) {
			send(call, current);
		}
		else if (failure != null && !this.request.settings().waitForReady()) {
			ended(call, failure);
		}
		else {
			call.held = true;
			call.heldForStream = current != null && current.isFull();
			this.held.add(call);
			if (current == null && failure == null) {
				this.kept.connect();
			}
		}
	}

	/** Sends held calls as far as the server allows, and drops those that have ended. */
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

	private void cancel(RawCall call, Status status) {
		if (call.hasEnded()) {
			return;
		}
		RawCall.Carrier sentOn = call.carrier();
		if (sentOn != null) {
			sentOn.cancel(call, status);
		}
		else {
			ended(call, status);
		}
	}

	void ended(RawCall call, Status status) {
		this.timers.remove(call);
		Status judged = this.timers.judge(call, status);
		if (status.isOk()) {
			this.requests += call.content.messages();
			this.requestBytes += call.content.messageBytes();
			this.responses += call.response().messages().messages();
			this.responseBytes += call.response().messages().bytes();
		}
		call.end(judged);
		roomMayBeLeft();
	}

	boolean holdsCalls() {
		return !this.held.isEmpty();
	}

	/** Holds calls again that were sent, before all others. */
	void takeBack(List<RawCall> unprocessed) {
		for (RawCall call : unprocessed.reversed()) {
			call.takenBack();
			this.held.addFirst(call);
		}
	}

	/** Fails held calls, unless they wait for ready. */
	void failHeld(Status failure) {
		if (this.request.settings().waitForReady()) {
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
		return new MessageBytes(this.requests, this.requestBytes, this.responses, this.responseBytes);
	}

	@Override
	public boolean reportsWhenSent() {
		return true;
	}

	/** Closes the connection for good. Must be called on the event loop. */
	void close() {
		this.kept.close();
	}

}
