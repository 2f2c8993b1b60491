package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.server.ExpectedTuning;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.ServerExit;
import dev.grpctuning.load.server.ServerStartException;
import dev.grpctuning.load.server.ServerTuning;
import dev.grpctuning.load.server.TuningRefusedException;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * The server of a variant, at which rates are tried. One that dies under a rate is
 * started and warmed up anew for the next. One that is told who may change it can be
 * given other values of knobs while it runs.
 */
final class TrialServer implements AutoCloseable {

	private final ServerSetup setup;

	private final Variant variant;

	private final @Nullable ServerCredentials credentials;

	private final Path directory;

	private final TrialPlan plan;

	private final TrialContext context;

	private @Nullable ForkedServer server;

	private @Nullable ServerTuning tuning;

	private @Nullable LiveTuning live;

	private Map<String, String> knobs = Map.of();

	private int started;

	private int tried;

	/**
	 * Prepares a server.
	 * @param setup what all servers share
	 * @param variant what this one is
	 * @param credentials who may change it, or {@code null} if it is not changed
	 * @param directory where its logs go
	 * @param plan how it is warmed up
	 * @param context what all trials share
	 */
	TrialServer(ServerSetup setup, Variant variant, @Nullable ServerCredentials credentials, Path directory,
			TrialPlan plan, TrialContext context) {
		this.setup = setup;
		this.variant = variant;
		this.credentials = credentials;
		this.directory = directory;
		this.plan = plan;
		this.context = context;
	}

	/**
	 * Starts the server and warms it up.
	 * @return what came of the warm-up
	 * @throws ServerStartException if it does not come up, is something else than the
	 * variant says, or dies in the warm-up
	 * @throws InterruptedException if all is to end
	 */
	LoadResult start() throws IOException, InterruptedException {
		try {
			return warmUp(startCold(), this.plan.warmUp());
		}
		catch (TuningRefusedException ex) {
			throw new ServerStartException("its tuning is not what it is to be: " + ex.getMessage());
		}
	}

	/**
	 * Gives knobs other values while the server runs, all others being those of the
	 * variant, and warms it up. A server that does not run is started.
	 * @param values values by the names of knobs
	 * @return what came of the warm-up
	 * @throws TuningRefusedException if the server does not take them, or does not say so
	 * @throws ServerStartException if it does not come up, or dies in the warm-up
	 * @throws InterruptedException if all is to end
	 */
	LoadResult become(Map<String, String> values) throws TuningRefusedException, IOException, InterruptedException {
		this.knobs = Map.of();
		boolean cold = this.server == null || !this.server.isAlive();
		ForkedServer present = cold ? startCold() : started();
		this.context.prepare();
		try {
			change(present, values);
		}
		finally {
			this.context.current().end();
		}
		this.knobs = values;
		return warmUp(present, cold ? this.plan.warmUp() : this.plan.warmUpAgain());
	}

	private void change(ForkedServer present, Map<String, String> values)
			throws TuningRefusedException, InterruptedException {
		try {
			if (this.live == null) {
				this.live = LiveTuning.of(present.observed());
				this.live.check(Map.of());
			}
			this.live.apply(values, this.setup.startTimeout());
		}
		catch (IOException ex) {
			throw new TuningRefusedException("its endpoint does not answer: " + ex.getMessage());
		}
		Optional<ServerTuning> now = present.observed().tuning();
		Optional<String> deviation = now.flatMap(new ExpectedTuning(values)::deviation)
			.or(() -> now.flatMap((is) -> is.changedBeside(values.keySet()))
				.map((name) -> name + " is configured and cannot be together with it"));
		if (deviation.isPresent()) {
			throw new TuningRefusedException(deviation.get());
		}
	}

	private ForkedServer startCold() throws TuningRefusedException, IOException, InterruptedException {
		close();
		this.started++;
		Path logs = (this.started != 1) ? this.directory.resolve("start-" + this.started) : this.directory;
		this.context.prepare();
		boolean up = false;
		try {
			ForkedServer next = ForkedServer.start(this.setup.spec(this.variant, logs), this.credentials);
			this.server = next;
			next.awaitReady(this.setup.startTimeout());
			this.tuning = TuningCheck.before(this.setup.spec(this.variant, logs), next.observed()).tuning();
			if (!this.knobs.isEmpty()) {
				change(next, this.knobs);
			}
			up = true;
			return next;
		}
		finally {
			this.context.current().end();
			if (!up) {
				close();
			}
		}
	}

	private LoadResult warmUp(ForkedServer at, LoadPlan driven) throws IOException, InterruptedException {
		LoadResult warmUp = driveFresh(at, driven);
		if (warmUp.stoppedBy() == StopReason.SERVER_GONE) {
			throw new ServerStartException("ended in the warm-up: " + end(at));
		}
		return warmUp;
	}

	/**
	 * Tries a rate. A server that cannot be reached, such as one that has died since the
	 * trial before, is started anew for it.
	 * @param how how long, and with what arrivals
	 * @param rate calls per second
	 * @return what came of it
	 * @throws ServerStartException if the server was to be started anew, and does not
	 * come up, or cannot be reached either
	 * @throws InterruptedException if all is to end
	 */
	Trial at(TrialPlan how, double rate) throws IOException, InterruptedException {
		LoadPlan driven = how.at(rate, this.tried++);
		ForkedServer current = started();
		LoadResult load;
		try {
			load = drive(current, driven);
		}
		catch (TargetUnreachableException ex) {
			close();
			current = started();
			load = driveFresh(current, driven);
		}
		Judgement judgement = this.context.judge().judge(rate, driven, load);
		if (load.stoppedBy() == StopReason.SERVER_GONE) {
			judgement = new Judgement(Outcome.BROKEN, "the server ended: " + end(current));
			close();
		}
		return Trial.of(rate, driven, load, judgement);
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
	 * What the server that was started said of its tuning before it was changed.
	 * @return the tuning, or {@code null} if it does not say
	 */
	@Nullable ServerTuning tuning() {
		return this.tuning;
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
			this.live = null;
		}
	}

}
