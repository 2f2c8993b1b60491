package dev.grpctuning.load;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.Progress;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.gate.Gate;
import dev.grpctuning.load.metrics.LoadMeters;
import dev.grpctuning.load.report.ProgressDisplay;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.RunFailure;
import dev.grpctuning.load.target.TargetAddress;

/**
 * One run of {@code serve}: driven by a thread of its own, stopped and asked about by
 * others.
 */
final class ServedRun {

	private final int number;

	private final Instant postedAt = Instant.now();

	private final LoadProperties properties;

	private final LoadPlan plan;

	private final TargetAddress address;

	private final List<Gate> gates;

	private final StartTime start;

	private final RunStatus status;

	/**
	 * Why it could not be begun, or {@code null} if it was.
	 */
	private final CompletableFuture<@Nullable Throwable> begun = new CompletableFuture<>();

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile @Nullable LoadRun run;

	private volatile @Nullable RunWatch watch;

	/**
	 * Prepares a run, or says by what is thrown what is wrong with its plan.
	 */
	ServedRun(int number, LoadProperties properties) {
		this.number = number;
		this.properties = properties;
		this.plan = properties.plan();
		this.address = properties.address();
		this.gates = properties.checkedGates();
		this.start = new StartTime(properties.startAt());
		this.start.check();
		this.status = new RunStatus(number, this.address.toString(), this.plan);
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

	RunStatus status() {
		return this.status;
	}

	String model() {
		return this.properties.model().name().toLowerCase(Locale.ROOT);
	}

	RunTarget target(ChannelsFactory channels) {
		return new RunTarget(this.address, this.plan, channels, this.properties.connectTimeout());
	}

	/**
	 * Drives the plan.
	 * @param channels where to
	 * @param meters counts its calls
	 * @param histogram file of its latencies, or {@code null}
	 * @return what came of it
	 */
	LoadResult drive(CallChannels channels, LoadMeters meters, @Nullable String histogram) throws InterruptedException {
		ProgressDisplay display = ProgressDisplay.of(this.address.toString(), this.properties.quiet(), System.err);
		try (RunWatch watch = new RunWatch((progress) -> {
			second(progress, meters);
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
			if (finishing()) {
				throw new LoadControl.ConflictException(
						"run %d was stopped before its first call.".formatted(this.number));
			}
			this.status.driving(load);
			meters.planned(this.plan.model().callsPerSecond(0));
			this.begun.complete(null);
			return load.run();
		}
		finally {
			display.finish();
		}
	}

	/**
	 * Says what came of the run, and checks its conditions. One that was told to end has
	 * to have been of use until then.
	 */
	RunDocument document(RunTarget target, LoadResult load) {
		RunDocument document = target.document(load);
		RunDocument measured = (load.stoppedBy() == StopReason.INTERRUPTED)
				? document.withFailure(RunFailure.unanswered(this.plan, load)) : document;
		return measured.withGates(Gate.check(this.gates, measured));
	}

	/**
	 * Says if latencies are missing in the file of the run.
	 */
	void checkWritten() {
		RunWatch watched = this.watch;
		if (watched != null) {
			watched.checkWritten();
		}
	}

	private void second(Progress progress, LoadMeters meters) {
		this.status.second(progress);
		meters.second(progress, this.plan.model());
	}

	/**
	 * Whether the run is connected, and begins or knows when.
	 */
	boolean begun() {
		return this.begun.isDone();
	}

	/**
	 * Says why the run cannot be begun.
	 */
	void refuse(Throwable failure) {
		this.begun.complete(failure);
	}

	/**
	 * Waits until the run has begun or cannot be.
	 * @return why it could not be begun, or {@code null} if it was
	 */
	@Nullable Throwable awaitBegin() {
		return this.begun.join();
	}

	/**
	 * Says that the run has ended, and that all has been said of it.
	 */
	void ended() {
		this.ended.countDown();
	}

	/**
	 * Whether it has been told to finish.
	 */
	boolean finishing() {
		return this.stopped.getCount() == 0;
	}

	/**
	 * Ends the run in good order: open calls are waited for.
	 */
	void finish() {
		this.stopped.countDown();
		this.status.stopping();
		LoadRun current = this.run;
		if (current != null) {
			current.finish(StopReason.INTERRUPTED);
		}
	}

	/**
	 * Ends the wait for open calls.
	 */
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
