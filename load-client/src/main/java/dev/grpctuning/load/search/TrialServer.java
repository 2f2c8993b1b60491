package dev.grpctuning.load.search;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.slices.ServerTurns;
import dev.grpctuning.load.compare.slices.SliceTimes;
import dev.grpctuning.load.compare.slices.Turns;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.server.ChangedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.slices.SliceOrder;

/**
 * The warm server of a variant, at which rates are tried. One that dies under a rate is
 * started and warmed up anew for the next.
 */
public final class TrialServer implements AutoCloseable {

	/** Part of a slice at its end in which the last calls end. */
	private static final int REST_PART = 5;

	/** Longest turns of a group, with slices that are lost to a backlog. */
	private static final Duration LONGEST_TURNS = Duration.ofSeconds(30);

	private final RunServers servers;

	private final ServerSetup setup;

	private final Path directory;

	private final TrialPlan plan;

	private final Objective objective;

	private final RunDriver driver;

	private @Nullable Variant variant;

	private @Nullable RunServer server;

	private @Nullable ServerTuning tuning;

	/** Settings that were warmed up since the server started. */
	private final Set<Map.Entry<String, String>> warm = new HashSet<>();

	private @Nullable MeasuredLoad warmedUp;

	private int started;

	private int tried;

	public TrialServer(RunServers servers, ServerSetup setup, Path directory, TrialPlan plan, Objective objective,
			RunDriver driver) {
		this.servers = servers;
		this.setup = setup;
		this.directory = directory;
		this.plan = plan;
		this.objective = objective;
		this.driver = driver;
	}

	/**
	 * Starts the server of a variant or, if servers are kept, gives one the settings of
	 * the variant. Warms up only settings that are new to the server, because the code
	 * for all others is compiled.
	 * @return the last warm-up
	 */
	public MeasuredLoad become(Variant next) throws IOException, InterruptedException {
		RunServer now = start(next);
		if (this.warmedUp != null && this.warm.containsAll(next.properties().entrySet())) {
			return this.warmedUp;
		}
		MeasuredLoad warmUp = driveFresh(now, (this.warmedUp != null) ? this.plan.warmUpAgain() : this.plan.warmUp());
		if (warmUp.result().stoppedBy() == StopReason.SERVER_GONE) {
			throw notStarted(Map.of("ended", ended(now)));
		}
		if (warmUp.result().counts().ok() == 0) {
			throw notStarted(Map.of("unanswered", true, "failures", RunWords.failures(warmUp.result())));
		}
		this.warm.addAll(next.properties().entrySet());
		this.warmedUp = warmUp;
		return warmUp;
	}

	private RunServer start(Variant next) throws IOException, InterruptedException {
		end();
		boolean first = this.variant == null;
		this.variant = next;
		this.driver.prepareOrEnd();
		boolean up = false;
		try {
			if (first) {
				this.servers.prepare(List.of(next));
			}
			this.started++;
			ServerSpec spec = this.setup.spec(next,
					(this.started != 1) ? this.directory.resolve("start-" + this.started) : this.directory);
			RunServer now = this.servers.start(next, spec.directory());
			this.server = now;
			if (now.cold() || !this.servers.kept()) {
				this.warm.clear();
				this.warmedUp = null;
			}
			awaitReady(now);
			Optional<ServerTuning> seen = now.observed().tuning();
			if (seen.isPresent()) {
				check(next, spec, seen.get());
			}
			if (first) {
				this.tuning = seen.orElse(null);
			}
			up = true;
			return now;
		}
		catch (TuningRefusedException ex) {
			throw notStarted(Map.of(this.servers.kept() ? "refused" : "tuning", String.valueOf(ex.getMessage())));
		}
		finally {
			this.driver.end();
			if (!up) {
				end();
			}
		}
	}

	/** One that dies while it is changed is replaced for the next variant. */
	private void awaitReady(RunServer now) throws TuningRefusedException, IOException, InterruptedException {
		try {
			now.awaitReady();
		}
		catch (IOException ex) {
			if (ex instanceof RunServer.StartException || !this.servers.kept()) {
				throw ex;
			}
			throw new TuningRefusedException("its endpoint does not answer: " + ex.getMessage());
		}
	}

	private static void check(Variant variant, ServerSpec spec, ServerTuning seen) throws TuningRefusedException {
		Optional<String> beside = seen.changedBeside(ExpectedTuning.values(variant.properties()).keySet());
		if (beside.isPresent()) {
			throw new TuningRefusedException(beside.get() + " is configured, and the two exclude each other");
		}
		ExpectedTuning.check(seen, spec.properties());
	}

	/** Tries a rate. A server that cannot be reached is started anew. */
	public Trial at(double rate) throws IOException, InterruptedException {
		LoadPlan driven = this.plan.at(rate, this.tried++);
		RunServer current = present();
		MeasuredLoad load;
		try {
			load = drive(current, driven);
		}
		catch (TargetUnreachableException ex) {
			// Its process may close ports before it ends.
			current.hasEnded();
			end();
			current = present();
			load = driveFresh(current, driven);
		}
		Objective.Judgement judgement = this.objective.judge(rate, driven, load);
		if (load.result().stoppedBy() == StopReason.SERVER_GONE) {
			judgement = Objective.ended(ended(current));
			end();
		}
		return Trial.of(rate, driven, load, judgement);
	}

	/** Whether the server is up, and was warmed up with all values of a variant. */
	public boolean isWarm(Variant next) {
		return this.server != null && this.warm.containsAll(next.properties().entrySet());
	}

	/**
	 * Lets variants that differ in live settings alternate at a rate, each for some
	 * slices. A variant whose backlog reaches the next slice is not driven any more. All
	 * are driven again if the server changes its settings too late. Variants that were
	 * not tried, because the server has ended, are missing.
	 * @param live names of live knobs
	 */
	public Map<Variant, Trial> alternate(List<Variant> group, Predicate<String> live, double rate,
			TrialPlan.Slices slices) throws TuningRefusedException, IOException, InterruptedException {
		ChangedServer shared = this.servers.shared(group);
		ServerTurns turns = new ServerTurns(shared, slices.length());
		List<Map<String, String>> settings = group.stream().map(this.servers::values).toList();
		Map<Variant, Trial> trials;
		do {
			this.driver.prepareOrEnd();
			long seed = this.plan.seed() + this.tried;
			try {
				trials = drive(shared, turns.begin(settings, live, LONGEST_TURNS, seed),
						new SliceOrder(group.size(), seed), group, rate, slices);
			}
			finally {
				turns.end();
			}
		}
		while (shared.isAlive() && turns.counted(0) == null);
		return trials;
	}

	/** Tries the present variant alone, but in slices as if it alternated with others. */
	public Trial inSlices(double rate, TrialPlan.Slices slices) throws IOException, InterruptedException {
		// The first slice finds new connections.
		inSlices(rate, new TrialPlan.Slices(slices.length(), 1), List.of(Objects.requireNonNull(this.variant)));
		return inSlices(rate, slices, List.of(Objects.requireNonNull(this.variant))).values().iterator().next();
	}

	private Map<Variant, Trial> inSlices(double rate, TrialPlan.Slices slices, List<Variant> alone)
			throws IOException, InterruptedException {
		return drive(present(), Turns.AT_ONCE, new SliceOrder(1, 0), alone, rate, slices);
	}

	private Map<Variant, Trial> drive(RunServer at, Turns turns, SliceOrder order, List<Variant> group, double rate,
			TrialPlan.Slices slices) throws IOException, InterruptedException {
		SliceTimes times = SliceTimes.of(slices.length()).withRest(slices.length().dividedBy(REST_PART));
		long most = LONGEST_TURNS.dividedBy(slices.length());
		Map<Variant, List<Trial.Part>> parts = new LinkedHashMap<>();
		Set<Variant> out = new HashSet<>();
		at.onExit(this.driver::gone);
		CallChannels open = this.driver.open(at, this.plan.slice(rate, 0, times));
		try {
			for (long turn = 0; out.size() < group.size() && turn < most; turn++) {
				Variant next = group.get(order.variant(turn));
				this.driver.prepareOrEnd();
				if (out.contains(next) || !turns.await(turn)) {
					continue;
				}
				long end = System.nanoTime() + times.slice().toNanos();
				// Turns with the same number of a block have the same arrivals.
				int block = (int) (turn / group.size());
				LoadPlan driven = this.plan.slice(rate, this.tried + block, times);
				MeasuredLoad load = interruptible(this.driver.drive(driven, open));
				boolean gone = load.result().stoppedBy() == StopReason.SERVER_GONE;
				parts.computeIfAbsent(next, (any) -> new ArrayList<>())
					.add(new Trial.Part(driven, load,
							gone ? Objective.ended(ended(at)) : this.objective.judge(rate, driven, load)));
				if (gone) {
					this.warm.clear();
					end();
					break;
				}
				if (load.result().counts().unfinished() != 0) {
					open.close();
					open = this.driver.open(at, driven);
				}
				boolean overrun = System.nanoTime() - end > 0;
				if (overrun || parts.getOrDefault(next, List.of()).size() == slices.number()) {
					out.add(next);
				}
			}
		}
		finally {
			open.close();
			this.driver.end();
		}
		this.tried += slices.number();
		Map<Variant, Trial> trials = new LinkedHashMap<>();
		parts.forEach((variant, all) -> trials.put(variant, Trial.of(rate, all)));
		return trials;
	}

	private RunServer present() throws IOException, InterruptedException {
		if (this.server == null) {
			become(Objects.requireNonNull(this.variant));
		}
		return Objects.requireNonNull(this.server);
	}

	private static String ended(RunServer server) throws IOException, InterruptedException {
		return Objects.requireNonNull(server.end().exit()).text();
	}

	private MeasuredLoad driveFresh(RunServer at, LoadPlan driven) throws IOException, InterruptedException {
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

	private MeasuredLoad drive(RunServer at, LoadPlan driven)
			throws TargetUnreachableException, IOException, InterruptedException {
		this.driver.prepareOrEnd();
		return interruptible(this.driver.drive(at, driven, null));
	}

	private static MeasuredLoad interruptible(MeasuredLoad load) throws InterruptedException {
		if (load.result().stoppedBy() == StopReason.INTERRUPTED) {
			throw new InterruptedException("interrupted by the user");
		}
		return load;
	}

	/** Tuning that the server reported as the first variant, if it reports any. */
	public @Nullable ServerTuning tuning() {
		return this.tuning;
	}

	/** Ends the server of the present variant, unless the next one gets it. */
	private void end() throws IOException {
		RunServer last = this.server;
		this.server = null;
		if (last == null || this.servers.kept()) {
			return;
		}
		// The server of a search that was interrupted ends in good order, too.
		boolean interrupted = Thread.interrupted();
		try (last) {
			last.end();
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

	@Override
	public void close() throws IOException {
		try (this.servers) {
			end();
		}
	}

}
