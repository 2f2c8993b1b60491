package dev.grpctuning.load.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.TuningCheck;
import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;
import dev.grpctuning.load.transport.TargetUnreachableException;

/**
 * The server of a variant, at which rates are tried. One that dies under a rate is
 * started and warmed up anew for the next. With a user and a password for changes, its
 * knobs can be changed while it runs.
 */
public final class TrialServer implements AutoCloseable {

	private final ServerSetup setup;

	private final Variant variant;

	private final @Nullable ServerCredentials credentials;

	private final Path directory;

	private final TrialPlan plan;

	private final Objective objective;

	private final RunDriver driver;

	private @Nullable ForkedServer server;

	private @Nullable ServerTuning tuning;

	private @Nullable LiveTuning live;

	private Map<String, String> knobs = Map.of();

	/** Values of knobs that were warmed up since the server started. */
	private final Set<Map.Entry<String, String>> warm = new HashSet<>();

	private @Nullable LoadResult warmedUp;

	private int started;

	private int tried;

	public TrialServer(ServerSetup setup, Variant variant, @Nullable ServerCredentials credentials, Path directory,
			TrialPlan plan, Objective objective, RunDriver driver) {
		this.setup = setup;
		this.variant = variant;
		this.credentials = credentials;
		this.directory = directory;
		this.plan = plan;
		this.objective = objective;
		this.driver = driver;
	}

	/** Starts the server and warms it up. */
	public LoadResult start() throws IOException, InterruptedException {
		try {
			return warmUp(startCold(), this.plan.warmUp());
		}
		catch (TuningRefusedException ex) {
			throw notStarted(Map.of("tuning", String.valueOf(ex.getMessage())));
		}
	}

	/**
	 * Sets knobs over the variant's; starts the server if needed. Warms up only values
	 * that are new to the server, because the code for all others is compiled.
	 * @return the last warm-up
	 */
	public LoadResult become(Map<String, String> values)
			throws TuningRefusedException, IOException, InterruptedException {
		this.knobs = Map.of();
		boolean cold = this.server == null || !this.server.isAlive();
		ForkedServer present = cold ? startCold() : started();
		this.driver.prepareOrEnd();
		try {
			change(present, values);
		}
		finally {
			this.driver.end();
		}
		this.knobs = values;
		LoadResult before = this.warmedUp;
		if (before != null && this.warm.containsAll(values.entrySet())) {
			return before;
		}
		LoadResult warmUp = warmUp(present, cold ? this.plan.warmUp() : this.plan.warmUpAgain());
		this.warm.addAll(values.entrySet());
		this.warmedUp = warmUp;
		return warmUp;
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
				.map((name) -> name + " is configured, and the two exclude each other"));
		if (deviation.isPresent()) {
			throw new TuningRefusedException(deviation.get());
		}
	}

	private ForkedServer startCold() throws TuningRefusedException, IOException, InterruptedException {
		close();
		this.warm.clear();
		this.warmedUp = null;
		this.started++;
		ServerSpec spec = this.setup.spec(this.variant,
				(this.started != 1) ? this.directory.resolve("start-" + this.started) : this.directory);
		this.driver.prepareOrEnd();
		boolean up = false;
		try {
			ForkedServer next = ForkedServer.start(spec, this.credentials, this.setup.startTimeout());
			this.server = next;
			next.awaitReady();
			this.tuning = TuningCheck.before(spec, next.observed()).tuning();
			if (!this.knobs.isEmpty()) {
				change(next, this.knobs);
			}
			up = true;
			return next;
		}
		finally {
			this.driver.end();
			if (!up) {
				close();
			}
		}
	}

	private LoadResult warmUp(ForkedServer at, LoadPlan driven) throws IOException, InterruptedException {
		LoadResult warmUp = driveFresh(at, driven);
		if (warmUp.stoppedBy() == StopReason.SERVER_GONE) {
			throw notStarted(Map.of("ended", at.stop().text()));
		}
		if (warmUp.counts().ok() == 0) {
			throw notStarted(Map.of("unanswered", true, "failures", RunWords.failures(warmUp)));
		}
		return warmUp;
	}

	/** Tries a rate. A server that cannot be reached is started anew. */
	public Trial at(TrialPlan how, double rate) throws IOException, InterruptedException {
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
		Objective.Judgement judgement = this.objective.judge(rate, driven, load);
		if (load.stoppedBy() == StopReason.SERVER_GONE) {
			judgement = Objective.ended(current.stop().text());
			close();
		}
		return Trial.of(rate, driven, load, judgement);
	}

	private ForkedServer started() throws IOException, InterruptedException {
		if (this.server == null) {
			start();
		}
		return Objects.requireNonNull(this.server);
	}

	private LoadResult driveFresh(ForkedServer at, LoadPlan driven) throws IOException, InterruptedException {
		try {
			return drive(at, driven);
		}
		catch (TargetUnreachableException ex) {
			throw notStarted(Map.of("unreachable", String.valueOf(ex.getMessage())));
		}
	}

	private static RunServer.StartException notStarted(Map<String, ?> reason) {
		return new RunServer.StartException(Templates.line("not-started", reason));
	}

	private LoadResult drive(ForkedServer at, LoadPlan driven)
			throws TargetUnreachableException, IOException, InterruptedException {
		this.driver.prepareOrEnd();
		LoadResult load = this.driver.drive(at, driven, null);
		if (load.stoppedBy() == StopReason.INTERRUPTED) {
			throw new InterruptedException("interrupted by the user");
		}
		return load;
	}

	/** Tuning that the started server reported before it was changed. */
	public @Nullable ServerTuning tuning() {
		return this.tuning;
	}

	@Override
	public void close() throws IOException {
		if (this.server == null) {
			return;
		}
		// The server of a search that was interrupted ends in good order, too.
		boolean interrupted = Thread.interrupted();
		try (ForkedServer last = this.server) {
			this.server = null;
			this.live = null;
			last.stop();
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
