package dev.grpctuning.observe;

import java.util.concurrent.TimeUnit;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.ThreadAwareExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long an event loop has been too busy to poll its sockets. Data that it
 * reads arrived after its last poll, so it has waited no longer than that. Reads the
 * clock only while a caller asks for the time. Belongs to the thread of its loop.
 */
public final class LoopWatch implements IoHandler {

	/** A poll that returns at once takes less, unless its thread is held up. */
	private static final long WAITED_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

	/** Part of the time between two polls by which the second may be held up. */
	private static final int HELD_UP_PART = 10;

	/** Iterations without a question after which the clock is no longer read. */
	private static final int PATIENCE = 100_000;

	private static final FastThreadLocal<LoopWatch> CURRENT = new FastThreadLocal<>();

	private final IoHandler loop;

	private @Nullable PollContext polls;

	private int patience;

	/** Earliest time from which the data handled now may have waited; 0 if not known. */
	private long waitingSince;

	private long polled;

	private long polling;

	private LoopWatch(IoHandler loop) {
		this.loop = loop;
	}

	/** Watches the event loops that a factory's handlers are for. */
	public static IoHandlerFactory watching(IoHandlerFactory factory) {
		return new IoHandlerFactory() {

			@Override
			public IoHandler newHandler(ThreadAwareExecutor executor) {
				return new LoopWatch(factory.newHandler(executor));
			}

			@Override
			public boolean isChangingThreadSupported() {
				return factory.isChangingThreadSupported();
			}

		};
	}

	/**
	 * Longest time in nanoseconds that what the current thread's event loop handles now
	 * has waited for it: from the end of the last poll that cannot have seen it. 0 on any
	 * other thread, and at the first question.
	 */
	public static long busyNanos() {
		LoopWatch watch = CURRENT.getIfExists();
		return (watch != null) ? watch.busyNanos(System.nanoTime()) : 0;
	}

	private long busyNanos(long now) {
		this.patience = PATIENCE;
		return (this.waitingSince != 0) ? now - this.waitingSince : 0;
	}

	@Override
	public void initialize() {
		CURRENT.set(this);
		this.loop.initialize();
	}

	@Override
	public int run(IoHandlerContext context) {
		if (this.patience == 0) {
			this.waitingSince = 0;
			this.polled = 0;
			return this.loop.run(context);
		}
		this.patience--;
		PollContext polls = this.polls;
		if (polls == null || polls.context != context) {
			polls = new PollContext(context);
			this.polls = polls;
		}
		this.polling = System.nanoTime();
		return this.loop.run(polls);
	}

	private void polled() {
		long now = System.nanoTime();
		long busy = this.polling - this.polled;
		boolean waited = this.polled == 0 || now - this.polling > Math.max(WAITED_NANOS, busy / HELD_UP_PART);
		this.waitingSince = waited ? now : this.polled;
		this.polled = now;
	}

	@Override
	public void prepareToDestroy() {
		this.loop.prepareToDestroy();
	}

	@Override
	public void destroy() {
		this.loop.destroy();
	}

	@Override
	public IoRegistration register(IoHandle handle) throws Exception {
		return this.loop.register(handle);
	}

	@Override
	public void wakeup() {
		this.loop.wakeup();
	}

	@Override
	public boolean isCompatible(Class<? extends IoHandle> handleType) {
		return this.loop.isCompatible(handleType);
	}

	/** Called by Netty's handlers right after each poll, to decide whether to measure. */
	private final class PollContext implements IoHandlerContext {

		private final IoHandlerContext context;

		PollContext(IoHandlerContext context) {
			this.context = context;
		}

		@Override
		public boolean canBlock() {
			return this.context.canBlock();
		}

		@Override
		public long delayNanos(long currentTimeNanos) {
			return this.context.delayNanos(currentTimeNanos);
		}

		@Override
		public long deadlineNanos() {
			return this.context.deadlineNanos();
		}

		@Override
		public boolean shouldReportActiveIoTime() {
			polled();
			return this.context.shouldReportActiveIoTime();
		}

		@Override
		public void reportActiveIoTime(long activeNanos) {
			this.context.reportActiveIoTime(activeNanos);
		}

	}

}
