package dev.grpctuning.load.serve;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.RunTarget;
import dev.grpctuning.load.cli.RunWatch;
import dev.grpctuning.load.cli.StartTime;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.pressure.ClientWatch;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.RunFailure;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.threshold.Threshold;
import dev.grpctuning.load.transport.TargetAddress;

/** One run of {@code serve}, driven by its own thread. */
final class ServedRun {

	private final int number;

	private final Instant postedAt = Instant.now();

	private final LoadProperties properties;

	private final LoadPlan plan;

	private final TargetAddress address;

	private final List<Threshold> thresholds;

	private final StartTime start;

	private final StatusDocument.RunStatus status;

	/** Why the run could not begin, or {@code null} if it has. */
	private final CompletableFuture<@Nullable Throwable> begun = new CompletableFuture<>();

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final CountDownLatch ended = new CountDownLatch(1);

	/** Connects, and is interrupted if the run is finished meanwhile. */
	private @Nullable Thread connecting;

	private volatile @Nullable LoadRun run;

	private volatile @Nullable RunWatch watch;

	ServedRun(int number, LoadProperties properties, LoadPlan plan) {
		this.number = number;
		this.properties = properties;
		this.plan = plan;
		this.address = properties.address();
		this.thresholds = properties.checkedThresholds();
		this.start = new StartTime(properties.startAt());
		this.start.check();
		this.status = new StatusDocument.RunStatus(number, this.address.toString(), this.plan);
	}

	int number() {
		return this.number;
	}

	Instant postedAt() {
		return this.postedAt;
	}

	LoadProperties properties() {
		return this.properties;
	}

	StatusDocument.RunStatus status() {
		return this.status;
	}

	/** Drives the plan, and creates the result. Fails if ended before any answer. */
	RunDocument drive(ChannelsFactory channels, Supplier<LoadMeters> connected, @Nullable String histogram)
			throws InterruptedException {
		RunTarget target = new RunTarget(this.address, this.plan, channels, this.properties.connectTimeout());
		LoadResult load;
		ClientWatch client;
		try (CallChannels open = connect(target); ClientWatch watching = ClientWatch.start()) {
			client = watching;
			LoadMeters meters = connected.get();
			try {
				load = drive(open, meters, histogram);
			}
			finally {
				meters.ended();
			}
		}
		RunDocument document = target.document(load, client.observation());
		RunDocument measured = (load.stoppedBy() == StopReason.INTERRUPTED)
				? document.withFailure(RunFailure.unanswered(this.plan, load)) : document;
		return measured.withThresholds(Threshold.check(this.thresholds, measured));
	}

	private CallChannels connect(RunTarget target) throws InterruptedException {
		try {
			connecting(Thread.currentThread());
			checkNotStopped();
			return target.connect();
		}
		catch (InterruptedException ex) {
			checkNotStopped();
			throw ex;
		}
		finally {
			connecting(null);
			// The interrupt may come when it has just connected.
			Thread.interrupted();
		}
	}

	private synchronized void connecting(@Nullable Thread thread) {
		this.connecting = thread;
	}

	private void checkNotStopped() {
		if (finishing()) {
			throw new LoadEndpoint.Control.ConflictException(
					"run %d was stopped before its first call.".formatted(this.number));
		}
	}

	private LoadResult drive(CallChannels channels, LoadMeters meters, @Nullable String histogram)
			throws InterruptedException {
		Display display = new Display(this.address.toString(), this.properties.quiet(), System.err);
		try (RunWatch watch = new RunWatch((progress) -> {
			this.status.second(progress);
			meters.second(progress, this.plan.model());
			display.show(progress);
		}, histogram)) {
			this.watch = watch;
			LoadRun load = new LoadRun(this.plan, channels, watch, meters);
			this.start.check();
			if (this.start.at() != null) {
				this.status.scheduled();
				this.begun.complete(null);
				this.start.await(this.stopped);
			}
			this.run = load;
			checkNotStopped();
			this.status.driving(load);
			meters.planned(this.plan.model().callsPerSecond(0));
			this.begun.complete(null);
			return load.run();
		}
		finally {
			display.finish();
		}
	}

	void checkWritten() {
		RunWatch watched = this.watch;
		if (watched != null) {
			watched.checkWritten();
		}
	}

	/** Whether the run is connected, and has begun or waits for its start time. */
	boolean begun() {
		return this.begun.isDone();
	}

	void refuse(Throwable failure) {
		this.begun.complete(failure);
	}

	@Nullable Throwable awaitBegin() {
		return this.begun.join();
	}

	void ended() {
		this.ended.countDown();
	}

	boolean finishing() {
		return this.stopped.getCount() == 0;
	}

	/** Ends the run and drains. Without a connection yet, it makes no call. */
	synchronized void finish() {
		this.stopped.countDown();
		this.status.stopping();
		if (this.connecting != null) {
			this.connecting.interrupt();
		}
		LoadRun current = this.run;
		if (current != null) {
			current.finish(StopReason.INTERRUPTED);
		}
	}

	/** Ends the drain. */
	void cut() {
		LoadRun current = this.run;
		if (current != null) {
			current.stop(StopReason.INTERRUPTED);
		}
	}

	boolean awaitEnd(Duration longest) throws InterruptedException {
		return this.ended.await(longest.toNanos(), TimeUnit.NANOSECONDS);
	}

}
