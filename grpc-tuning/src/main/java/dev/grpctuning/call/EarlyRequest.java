package dev.grpctuning.call;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

import io.grpc.Context;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call whose message is requested on its event loop, before its handler starts. Start,
 * message and end then reach the handler in one task. gRPC alone needs three, because the
 * handler must first request the message from the event loop.
 * <p>
 * An interceptor that requests the message later gets nothing before that. Events that
 * have arrived are held until then.
 */
final class EarlyRequest<Q, R> extends SimpleForwardingServerCall<Q, R> {

	private static final Logger logger = LoggerFactory.getLogger(EarlyRequest.class);

	/** gRPC's handlers request two, to notice a client that sends too many. */
	static final int MESSAGES = 2;

	private final Executor executor;

	private int ahead = MESSAGES;

	private @Nullable Held<Q> held;

	private EarlyRequest(ServerCall<Q, R> call, Executor executor) {
		super(call);
		this.executor = executor;
	}

	/**
	 * Starts a call of which {@link #MESSAGES} messages were requested.
	 * @param executor runs the events that were held
	 */
	static <Q, R> ServerCall.Listener<Q> start(ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next,
			Executor executor) {
		EarlyRequest<Q, R> early = new EarlyRequest<>(call, executor);
		ServerCall.Listener<Q> listener = next.startCall(early, headers);
		return early.hold(listener);
	}

	/** Holds the events of a listener if nobody has requested the message yet. */
	private synchronized ServerCall.Listener<Q> hold(ServerCall.Listener<Q> listener) {
		if (this.ahead < MESSAGES) {
			return listener;
		}
		this.held = new Held<>(listener, Context.current(), this.executor, delegate());
		return this.held;
	}

	@Override
	public void request(int messages) {
		Held<Q> waiting;
		int further;
		synchronized (this) {
			int known = Math.min(messages, this.ahead);
			this.ahead -= known;
			further = messages - known;
			waiting = this.held;
		}
		if (further > 0) {
			super.request(further);
		}
		if (waiting != null) {
			waiting.release();
		}
	}

	/**
	 * Holds events until the message is requested, and then delivers them one at a time.
	 */
	private static final class Held<Q> extends ServerCall.Listener<Q> {

		private final ServerCall.Listener<Q> listener;

		private final Context context;

		private final Executor executor;

		private final ServerCall<?, ?> call;

		private final Queue<Runnable> events = new ArrayDeque<>();

		private boolean released;

		private boolean delivering;

		Held(ServerCall.Listener<Q> listener, Context context, Executor executor, ServerCall<?, ?> call) {
			this.listener = listener;
			this.context = context;
			this.executor = executor;
			this.call = call;
		}

		@Override
		public void onMessage(Q message) {
			add(() -> this.listener.onMessage(message));
		}

		@Override
		public void onHalfClose() {
			add(this.listener::onHalfClose);
		}

		@Override
		public void onReady() {
			add(this.listener::onReady);
		}

		@Override
		public void onCancel() {
			end(this.listener::onCancel);
		}

		@Override
		public void onComplete() {
			end(this.listener::onComplete);
		}

		private synchronized void add(Runnable event) {
			this.events.add(event);
			deliver();
		}

		/** Delivers the end even if the message was never requested. */
		private synchronized void end(Runnable event) {
			if (!this.released) {
				this.events.clear();
				this.released = true;
			}
			add(event);
		}

		synchronized void release() {
			this.released = true;
			deliver();
		}

		private void deliver() {
			if (this.released && !this.delivering && !this.events.isEmpty()) {
				this.delivering = true;
				this.executor.execute(this.context.wrap(this::run));
			}
		}

		private void run() {
			for (Runnable event = next(); event != null; event = next()) {
				try {
					event.run();
				}
				catch (RuntimeException | Error ex) {
					logger.error("Handler of %s failed".formatted(this.call.getMethodDescriptor().getFullMethodName()),
							ex);
					close(ex);
				}
			}
		}

		/** Closes the call, as gRPC does when a listener throws. */
		private void close(Throwable failure) {
			try {
				this.call.close(Status.UNKNOWN.withDescription("Application error processing RPC").withCause(failure),
						new Metadata());
			}
			catch (IllegalStateException ex) {
				// The handler had closed it.
			}
		}

		private synchronized @Nullable Runnable next() {
			Runnable event = this.events.poll();
			this.delivering = event != null;
			return event;
		}

	}

}
