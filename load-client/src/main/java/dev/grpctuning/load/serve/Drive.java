package dev.grpctuning.load.serve;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.RunTarget;
import dev.grpctuning.load.cli.RunWatch;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.ClientWatch;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;
import dev.grpctuning.load.result.RunFailure;
import dev.grpctuning.load.serve.StatusDocument.RunProgress;
import dev.grpctuning.load.serve.StatusDocument.State;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.transport.TargetUnreachableException;

/**
 * One run of {@code drive} or {@code serve}. A plan without an end waits for its server.
 */
final class Drive {

	private static final double PATIENCE_SECONDS = 10;

	private final int number;

	private final LoadProperties properties;

	private final LoadPlan plan;

	private final RunTarget target;

	private final LoadMeters meters;

	/** Why the run ended before its first call, or {@code null} if it has begun. */
	private final CompletableFuture<@Nullable String> begun = new CompletableFuture<>();

	private final CountDownLatch stopped = new CountDownLatch(1);

	/** Thread that connects. It is interrupted if the run is stopped meanwhile. */
	private volatile @Nullable Thread thread;

	private volatile @Nullable String waiting;

	private volatile @Nullable LoadRun run;

	private volatile State state = State.CONNECTING;

	private volatile @Nullable Long answeredNanos;

	private volatile @Nullable RunProgress progress;

	private volatile @Nullable RunDocument result;

	Drive(int number, LoadProperties properties, LoadPlan plan, ChannelsFactory channels, LoadMeters meters) {
		this.number = number;
		this.properties = properties;
		this.plan = plan;
		this.target = new RunTarget(properties.address(), plan, channels, properties.server().connectTimeout());
		this.meters = meters;
	}

	/** Drives the plan and prints the result. */
	StatusDocument.Last run(Live live) {
		this.thread = Thread.currentThread();
		int exitCode;
		String error;
		try {
			exitCode = drive(live);
			error = (this.result != null) ? this.result.outcome().failure() : null;
		}
		catch (UsageException ex) {
			exitCode = ExitCode.BAD_INPUT;
			error = ex.getMessage();
			System.err.println(error);
		}
		catch (Throwable ex) {
			ex.printStackTrace();
			exitCode = ExitCode.BUG;
			error = ex.toString();
		}
		finally {
			this.meters.ended();
		}
		return new StatusDocument.Last(this.number, exitCode, error);
	}

	/** Says that it is over, so that the next may begin. */
	void ended(@Nullable String error) {
		this.begun.complete(error);
	}

	private int drive(Live live) throws InterruptedException {
		boolean quiet = this.properties.output().quiet();
		this.target.announce(quiet, System.err);
		Display display = Display.endless(this.target.address().toString(), quiet, System.err);
		RunWatch watch = new RunWatch((second) -> {
			second(second);
			display.show(second);
		}, this.properties.output().histogram());
		// The samples of an endless run would fill the memory.
		ClientWatch client = this.plan.endless() ? null : ClientWatch.start();
		MeasuredLoad load;
		try (watch; client; CallChannels channels = connect()) {
			LoadRun begun = begin(channels, live.watching(watch));
			if (begun == null) {
				String line = "There was no server at " + this.target.address() + "; no call was made.";
				if (!this.plan.endless()) {
					throw new UsageException(line);
				}
				System.err.println(line);
				return ExitCode.OK;
			}
			load = begun.run();
		}
		RunDocument measured = (client != null) ? this.target.document(load, client.observation())
				: RunDocument.of(CommandName.DRIVE.toString(), this.target.address().toString(),
						new ObservedLoad(this.plan, load, null, ClientObservation.NONE), null);
		if (!this.plan.endless() && load.result().stoppedBy() == StopReason.INTERRUPTED) {
			measured = measured.with(measured.outcome().with(RunFailure.unanswered(this.plan, load)));
		}
		this.result = measured;
		RunDocument document = OutputFile.report(measured, this.properties);
		this.result = document;
		watch.checkWritten();
		live.draw(() -> ExperimentReport.of(document).html());
		live.end();
		return (this.plan.endless() && document.outcome().thresholds().isEmpty()) ? ExitCode.OK : ExitCode.of(document);
	}

	/** Connects; {@code null} if the run is stopped before. */
	private @Nullable CallChannels connect() {
		try {
			while (!this.stopped.await((this.waiting != null) ? 1 : 0, TimeUnit.SECONDS)) {
				try {
					return this.target.channels().open(this.target.address(), this.plan, this.target.connectTimeout());
				}
				catch (TargetUnreachableException ex) {
					if (!this.plan.endless() || ex.isForGood()) {
						throw RunTarget.refusal(ex);
					}
					String line = "waiting: " + ex.getMessage();
					if (!line.equals(this.waiting)) {
						System.err.println(line + "; tried again every second");
					}
					this.waiting = line;
				}
			}
		}
		catch (InterruptedException ex) {
			// The run was stopped.
		}
		return null;
	}

	/** Plans the load; {@code null} if the run was stopped before. */
	private synchronized @Nullable LoadRun begin(@Nullable CallChannels channels, LoadRun.RunListener listener) {
		// The interrupt may come when it has just connected.
		if (Thread.interrupted() || isStopped() || channels == null) {
			return null;
		}
		LoadRun load = new LoadRun(this.plan, channels, listener, this.meters);
		this.run = load;
		this.state = this.plan.model().warmup().longest().isZero() ? State.DRIVING : State.WARMING_UP;
		this.begun.complete(null);
		return load;
	}

	private void second(Progress second) {
		this.meters.second(second, this.plan.model());
		this.progress = RunProgress.of(this.progress, second, this.plan.model());
		this.state = second.warmingUp() ? State.WARMING_UP : State.DRIVING;
		if (second.point().ok() != 0) {
			this.answeredNanos = System.nanoTime();
		}
	}

	/** Ends the run and drains. Called again, it ends the drain. */
	synchronized void stop() {
		boolean again = isStopped();
		this.stopped.countDown();
		if (this.run instanceof LoadRun load) {
			if (again) {
				load.stop(StopReason.INTERRUPTED);
			}
			else if (this.plan.endless()) {
				load.finish();
			}
			else {
				load.finish(StopReason.INTERRUPTED);
			}
		}
		else if (this.thread instanceof Thread connecting) {
			connecting.interrupt();
		}
	}

	private boolean isStopped() {
		return this.stopped.getCount() == 0;
	}

	/** Waits until the run is connected, or returns why it is not. */
	@Nullable String awaitBegin() {
		return this.begun.join();
	}

	@Nullable RunDocument result() {
		return this.result;
	}

	State state() {
		LoadRun load = this.run;
		return (isStopped() || load != null && load.draining()) ? State.DRAINING : this.state;
	}

	/** Describes the run with its plan, which may have secrets, or without it. */
	StatusDocument.Run status(boolean withPlan) {
		return new StatusDocument.Run(this.number, this.target.address().toString(),
				withPlan ? PlanDocument.of(this.plan) : null, this.progress);
	}

	/**
	 * Up if a call was answered in the last ten seconds, or three times the longest gap.
	 */
	Health health() {
		Long answered = this.answeredNanos;
		RunProgress passed = this.progress;
		double patience = Math.max(PATIENCE_SECONDS, 3 * this.plan.model().longestGapSeconds());
		boolean up = answered != null && System.nanoTime() - answered < patience * 1e9;
		return (up ? Health.up() : Health.down()).withDetail("target", this.target.address().toString())
			.withDetail("state", (this.run == null && this.waiting != null) ? this.waiting : Templates.kebab(state()))
			.withDetail("answeredPerSecond", (passed != null) ? passed.lastSecond().ok() : 0)
			.build();
	}

}
