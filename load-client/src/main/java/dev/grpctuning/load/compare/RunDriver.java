package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.LoadRun.RunListener;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerMonitor;
import dev.grpctuning.load.server.metrics.ServerSample;

/**
 * Drives one plan after the other at servers, all in one thread. Another thread can end
 * the plan under way and all that would follow.
 */
public final class RunDriver {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final ChannelsFactory channels;

	private final Duration connectTimeout;

	private final Live live;

	private @Nullable LoadRun run;

	private @Nullable Thread waiting;

	private double cpuSeconds;

	private double seconds;

	private boolean interrupted;

	/** Whether an interrupt of the thread may be this driver's own. */
	private boolean sent;

	/** Drives plans, and shows each while it is driven. */
	public RunDriver(ChannelsFactory channels, Duration connectTimeout, Live live) {
		this.channels = channels;
		this.connectTimeout = connectTimeout;
		this.live = live;
	}

	/** Shows the samples of the current plan's server. */
	void sampled(ServerSample sample) {
		this.live.sampled(sample);
	}

	/** Announces a wait; {@code false} if the thread or the driver was interrupted. */
	public synchronized boolean prepare() {
		this.interrupted |= Thread.currentThread().isInterrupted();
		if (!this.interrupted) {
			this.waiting = Thread.currentThread();
		}
		return !this.interrupted;
	}

	/** Announces a wait, or throws where {@link #prepare()} returns {@code false}. */
	public void prepareOrEnd() throws InterruptedException {
		if (!prepare()) {
			throw new InterruptedException("interrupted by the user");
		}
	}

	/**
	 * Drives a plan without reporting its progress. Samples the server only while a live
	 * page is open.
	 */
	public MeasuredLoad drive(RunServer server, LoadPlan plan, @Nullable Duration limit)
			throws IOException, InterruptedException {
		ServerMonitor monitor = this.live.isSeen() ? server.observed().monitor(SECOND, this::sampled) : null;
		try (monitor) {
			return drive(server, plan, (progress) -> {
			}, limit);
		}
	}

	/** Drives a plan until the server ends or the limit, if any, is over. */
	public MeasuredLoad drive(RunServer server, LoadPlan plan, RunListener listener, @Nullable Duration limit)
			throws IOException, InterruptedException {
		try (CallChannels open = open(server, plan)) {
			LoadRun driven = new LoadRun(plan, open, this.live.watching(listener));
			server.onExit(() -> driven.stop(StopReason.SERVER_GONE));
			if (limit != null) {
				CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS).execute(driven::finish);
			}
			return drive(plan, driven);
		}
		finally {
			end();
		}
	}

	/**
	 * Drives a plan over connections that are open, until its end or {@link #gone()}.
	 */
	public MeasuredLoad drive(LoadPlan plan, CallChannels open) throws InterruptedException {
		return drive(plan, new LoadRun(plan, open, this.live.watching((progress) -> {
		})));
	}

	private MeasuredLoad drive(LoadPlan plan, LoadRun driven) throws InterruptedException {
		try {
			this.live.drives(plan);
			begin(driven);
			MeasuredLoad result = driven.run();
			this.cpuSeconds += result.result().client().cpuSeconds();
			this.seconds += result.result().rate().elapsedSeconds();
			return result;
		}
		finally {
			end();
		}
	}

	/** Ends the current plan, because its server has ended. */
	public synchronized void gone() {
		if (this.run != null) {
			this.run.stop(StopReason.SERVER_GONE);
		}
	}

	/** Opens the connections of a plan. */
	public CallChannels open(RunServer server, LoadPlan plan) throws IOException, InterruptedException {
		return this.channels.open(server.observed().address(), plan, this.connectTimeout);
	}

	/** Share of the CPU time of its machine that the client took in all plans. */
	public double clientCpuShare() {
		return (this.seconds > 0) ? this.cpuSeconds / this.seconds / Runtime.getRuntime().availableProcessors() : 0;
	}

	private synchronized void begin(LoadRun begun) {
		this.run = begun;
		this.waiting = null;
		if (this.interrupted) {
			begun.stop(StopReason.INTERRUPTED);
		}
	}

	/** Ends the wait: {@link #interrupt()} must not reach the writing of results. */
	public synchronized void end() {
		this.run = null;
		this.waiting = null;
		if (this.sent) {
			Thread.interrupted();
			this.sent = false;
		}
	}

	/**
	 * Drives nothing more after an {@link InterruptedException}. If {@link #interrupt()}
	 * is not the reason, the thread stays interrupted.
	 */
	public synchronized void giveUp() {
		if (!this.interrupted) {
			this.interrupted = true;
			Thread.currentThread().interrupt();
		}
	}

	/** Ends the current plan or wait. May be called from any thread. */
	public synchronized void interrupt() {
		this.interrupted = true;
		if (this.run != null) {
			this.run.stop(StopReason.INTERRUPTED);
		}
		else if (this.waiting != null) {
			this.sent = true;
			this.waiting.interrupt();
		}
	}

}
