package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ServerExit;
import dev.grpctuning.load.server.ServerStartException;
import dev.grpctuning.load.server.ServerTuning;
import dev.grpctuning.load.server.TuningRefusedException;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * The server of a variant, at which rates are tried. One that dies under a rate is
 * started and warmed up anew for the next.
 */
final class TrialServer implements AutoCloseable {

	private final ServerSetup setup;

	private final Variant variant;

	private final Path directory;

	private final TrialPlan plan;

	private final TrialContext context;

	private final Consumer<Trial> trials;

	private @Nullable ForkedServer server;

	private @Nullable ServerTuning tuning;

	private int started;

	private int tried;

	/**
	 * Prepares a server.
	 * @param setup what all servers share
	 * @param variant what this one is
	 * @param directory where its logs go
	 * @param plan how rates are tried
	 * @param context what all trials share
	 * @param trials told of each trial
	 */
	TrialServer(ServerSetup setup, Variant variant, Path directory, TrialPlan plan, TrialContext context,
			Consumer<Trial> trials) {
		this.setup = setup;
		this.variant = variant;
		this.directory = directory;
		this.plan = plan;
		this.context = context;
		this.trials = trials;
	}

	/**
	 * Starts the server and warms it up.
	 * @return what came of the warm-up
	 * @throws ServerStartException if it does not come up, is something else than the
	 * variant says, or dies in the warm-up
	 * @throws InterruptedException if all is to end
	 */
	LoadResult start() throws IOException, InterruptedException {
		this.started++;
		Path logs = (this.started != 1) ? this.directory.resolve("start-" + this.started) : this.directory;
		this.context.prepare();
		try {
			ForkedServer next = ForkedServer.start(this.setup.spec(this.variant, logs));
			this.server = next;
			next.awaitReady(this.setup.startTimeout());
			this.tuning = TuningCheck.before(this.setup.spec(this.variant, logs), next.observed()).tuning();
			LoadResult warmUp = driveFresh(next, this.plan.warmUp());
			if (warmUp.stoppedBy() == StopReason.SERVER_GONE) {
				throw new ServerStartException("ended in the warm-up: " + end(next));
			}
			return warmUp;
		}
		catch (TuningRefusedException ex) {
			throw new ServerStartException("its tuning is not what it is to be: " + ex.getMessage());
		}
		finally {
			this.context.current().end();
		}
	}

	/**
	 * Tries a rate. A server that cannot be reached, such as one that has died since the
	 * trial before, is started anew for it.
	 * @param rate calls per second
	 * @return what came of it
	 * @throws ServerStartException if the server was to be started anew, and does not
	 * come up, or cannot be reached either
	 * @throws InterruptedException if all is to end
	 */
	Trial at(double rate) throws IOException, InterruptedException {
		LoadPlan driven = this.plan.at(rate, this.tried++);
		ForkedServer current = started();
		LoadResult load;
		try {
			load = drive(current, driven);
		}
		catch (TargetUnreachableException ex) {
			current.close();
			this.server = null;
			current = started();
			load = driveFresh(current, driven);
		}
		Judgement judgement = this.context.judge().judge(rate, driven, load);
		if (load.stoppedBy() == StopReason.SERVER_GONE) {
			judgement = new Judgement(Outcome.BROKEN, "the server ended: " + end(current));
			current.close();
			this.server = null;
		}
		Trial trial = Trial.of(rate, driven, load, judgement);
		this.trials.accept(trial);
		return trial;
	}

	private ForkedServer started() throws IOException, InterruptedException {
		if (this.server == null) {
			start();
		}
		if (this.server == null) {
			throw new IllegalStateException("not started");
		}
		return this.server;
	}

	/**
	 * Drives a server that has just been started.
	 */
	private LoadResult driveFresh(ForkedServer at, LoadPlan driven) throws IOException, InterruptedException {
		try {
			return drive(at, driven);
		}
		catch (TargetUnreachableException ex) {
			throw new ServerStartException("could not be reached: " + ex.getMessage());
		}
	}

	/**
	 * What the knobs of the server that was started are set to.
	 * @return values by the names of the knobs, none if it does not say
	 */
	Map<String, String> knobs() {
		return (this.tuning != null) ? this.tuning.values() : Map.of();
	}

	private LoadResult drive(ForkedServer at, LoadPlan driven)
			throws TargetUnreachableException, IOException, InterruptedException {
		this.context.prepare();
		LoadResult load;
		try (CallChannels open = this.context.channels().open(at.address(), driven, this.setup.connectTimeout())) {
			LoadRun run = new LoadRun(driven, open, (progress) -> {
			});
			this.context.current().begin(run);
			at.onExit(() -> run.stop(StopReason.SERVER_GONE));
			load = run.run();
		}
		finally {
			this.context.current().end();
		}
		if (load.stoppedBy() == StopReason.INTERRUPTED) {
			throw new InterruptedException("all is to end");
		}
		return load;
	}

	private static String end(ForkedServer gone) throws IOException, InterruptedException {
		ServerExit exit = gone.stop();
		if (exit.outOfMemory() != null) {
			return exit.outOfMemory();
		}
		return "exit code " + exit.exitCode() + ((exit.lastError() != null) ? ": " + exit.lastError() : "");
	}

	/**
	 * Stops the server if there is one.
	 */
	@Override
	public void close() throws IOException {
		if (this.server == null) {
			return;
		}
		try {
			this.server.stop();
		}
		catch (InterruptedException ex) {
			// It is ended by force then.
		}
		finally {
			this.server.close();
			this.server = null;
		}
	}

}
