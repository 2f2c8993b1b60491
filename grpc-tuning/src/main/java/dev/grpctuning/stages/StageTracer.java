package dev.grpctuning.stages;

import java.math.BigDecimal;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.netty.util.concurrent.EventExecutor;

import dev.grpctuning.observe.CurrentLoop;
import dev.grpctuning.observe.LoopWatch;

/**
 * Takes the times of one unary call by {@link System#nanoTime()}; 0 is not yet. gRPC
 * hands the call from the event loop to the executor twice: with its headers, and with
 * its request once the first task has asked for it. What is written on one side is read
 * on the other after such a hand-over.
 */
final class StageTracer extends ServerStreamTracer {

	static final Context.Key<StageTracer> KEY = Context.key("grpc-tuning-stages");

	private final Arrival headers;

	private volatile Arrival request = Arrival.NONE;

	private long started;

	private long asked;

	private long handling;

	StageTracer(long now) {
		this.headers = new Arrival(now);
	}

	@Override
	public Context filterContext(Context context) {
		return context.withValue(KEY, this);
	}

	@Override
	public void inboundMessageRead(int number, long wireSize, long uncompressedSize) {
		if (this.request == Arrival.NONE) {
			this.request = new Arrival(System.nanoTime());
		}
	}

	/** The first task of the call runs. */
	void started() {
		this.started = System.nanoTime();
	}

	/** The first task asks for the request. */
	void asked() {
		if (this.asked == 0) {
			this.asked = System.nanoTime();
		}
	}

	/** The task with the request runs. */
	void handling() {
		if (this.handling == 0) {
			this.handling = System.nanoTime();
		}
	}

	/** Describes the stages of a call that the handler closes now. */
	String closed() {
		long now = System.nanoTime();
		long loop = this.headers.loopNanos(this.started);
		long queue = this.started - this.headers.nanos - loop;
		long handler = now - this.started;
		long pending = 0;
		Arrival message = this.request;
		if (this.handling != 0 && this.asked != 0 && message != Arrival.NONE) {
			long gap = Math.max(0, message.nanos - this.asked);
			long late = Math.min(gap, message.busyNanos);
			long since = Math.max(message.nanos, this.asked);
			long handedOver = Math.max(0, message.loopNanos(this.handling) - (since - message.nanos));
			loop += late + handedOver;
			pending = gap - late;
			queue += Math.max(0, this.handling - since - handedOver);
			handler = (this.asked - this.started) + (now - this.handling);
		}
		return "read;at=" + this.headers.nanos + ";busy=" + millis(this.headers.busyNanos) + ", loop;dur="
				+ millis(loop) + ", request;dur=" + millis(pending) + ", queue;dur=" + millis(queue) + ", handler;dur="
				+ millis(handler);
	}

	private static String millis(long nanos) {
		return BigDecimal.valueOf(nanos, 6).toPlainString();
	}

	/** When the event loop read something, and when it had read all else that came. */
	private static final class Arrival {

		static final Arrival NONE = new Arrival();

		final long nanos;

		final long busyNanos;

		private volatile long allRead;

		private Arrival() {
			this.nanos = 0;
			this.busyNanos = 0;
		}

		Arrival(long now) {
			this.nanos = now;
			this.busyNanos = LoopWatch.busyNanos();
			EventExecutor loop = CurrentLoop.get();
			if (loop != null) {
				// What was read is handed over by tasks like this one.
				loop.execute(() -> this.allRead = System.nanoTime());
			}
		}

		/** Time from the arrival until the loop had read all, if that was before then. */
		long loopNanos(long then) {
			long read = this.allRead;
			return (read != 0 && read - then < 0) ? read - this.nanos : 0;
		}

	}

}
