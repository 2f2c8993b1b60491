package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.slices.CarryOver;
import dev.grpctuning.load.compare.slices.Contender;
import dev.grpctuning.load.compare.slices.Measured;
import dev.grpctuning.load.compare.slices.SliceChoice;
import dev.grpctuning.load.compare.slices.SliceTimes;
import dev.grpctuning.load.compare.slices.SlicedTurns;
import dev.grpctuning.load.compare.slices.Turns;
import dev.grpctuning.load.engine.SlicedLoad;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;

/**
 * Rounds in which variants take turns in slices. All servers of a workload run at the
 * same time, and one of them is driven while the others rest. Two JVMs of one jar differ
 * lastingly, so each round has fresh ones, and counts as one.
 */
record SlicedRounds(Experiment experiment, RunServers servers, RunDriver driver, Display display,
		LatencyPhases latency) {

	/** So many servers may run at the same time. */
	private static final int MOST_SERVERS = 4;

	/** So many settings of a server may take turns. */
	private static final int MOST_SETTINGS = 10;

	/** Batches between two looks, which take the machine some CPU time. */
	private static final int LOOK = 5;

	/**
	 * Chooses the length of slices.
	 * @param first the whole runs of all variants
	 */
	SliceChoice choose(List<VariantResult> first) {
		if (this.experiment.question().primary() == Metric.RECOVERY) {
			return SliceChoice.none("a recovery takes longer than a slice");
		}
		int most = this.servers.kept() ? MOST_SETTINGS : MOST_SERVERS;
		SliceChoice choice = SliceChoice.shortest(this.servers.kept());
		for (List<Variant> workload : workloads()) {
			if (workload.size() > most) {
				return SliceChoice.none("%d of them are more than %d".formatted(workload.size(), most));
			}
		}
		for (VariantResult result : first) {
			if (result.ended() != Ended.COMPLETED) {
				return SliceChoice.none(result.variant().title() + " did not complete its first run");
			}
			for (ServerRun run : result.runs()) {
				choice = choice.with(result.variant().title(), run.first().plan().model(), run.first().load().result())
					.with(result.variant().title(), run.last().plan().model(), run.last().load().result());
			}
		}
		return choice;
	}

	private Collection<List<Variant>> workloads() {
		return this.experiment.variants()
			.stream()
			.collect(Collectors.groupingBy((variant) -> Optional.ofNullable(variant.workload()), LinkedHashMap::new,
					Collectors.toList()))
			.values();
	}

	/**
	 * Runs until the number of rounds is reached, or all is decided, or the budget is
	 * over.
	 * @param begun when the experiment began, by {@link System#nanoTime()}
	 * @throws TuningRefusedException if the server does not let settings take turns, and
	 * nothing was measured
	 */
	void run(Duration slice, long begun, ExperimentResults results) throws TuningRefusedException {
		results.beginSlices();
		if (this.servers.kept()) {
			inOneServer(slice, begun, results);
		}
		else {
			inServers(slice, begun, results);
		}
	}

	private void inOneServer(Duration slice, long begun, ExperimentResults results) throws TuningRefusedException {
		Experiment.Rounds rounds = this.experiment.rounds();
		int left = workloads().size();
		for (List<Variant> workload : workloads()) {
			long now = System.nanoTime();
			long share = (rounds.time() != null) ? (rounds.time().toNanos() - (now - begun)) / left--
					: length(workload).multipliedBy(rounds.number()).toNanos();
			this.display.begin(null, "slices of %d ms%s".formatted(slice.toMillis(),
					(workload.getFirst().workload() != null) ? ", " + workload.getFirst().workload().name() : ""));
			if (!inOneServer(workload, slice, now + share, results)) {
				return;
			}
		}
		results.endRound(rounds.time() == null || System.nanoTime() - begun >= rounds.time().toNanos());
		this.display.results();
	}

	/** Returns {@code false} if the experiment has ended. */
	private boolean inOneServer(List<Variant> workload, Duration slice, long untilNanos, ExperimentResults results)
			throws TuningRefusedException {
		if (!this.driver.prepare()) {
			return false;
		}
		try (OneServerSlices slices = new OneServerSlices(this.experiment, this.servers, this.driver, this.latency,
				workload, slice)) {
			List<Variant> undecided = workload;
			for (int batch = 1; System.nanoTime() - untilNanos < 0
					&& workload.stream().anyMatch(undecided::contains); batch++) {
				Map<Variant, Measured> values = slices.batch();
				if (values.isEmpty()) {
					throw new IOException("its server ended");
				}
				results.unit(values, slice, OneServerSlices.BATCH);
				if (batch % LOOK == 0) {
					undecided = results.look();
					this.display.results();
				}
			}
			return true;
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
			return false;
		}
		catch (IOException ex) {
			ended(workload.getFirst(), String.valueOf(ex.getMessage()), results);
			return false;
		}
		finally {
			this.driver.end();
		}
	}

	private void ended(Variant variant, String reason, ExperimentResults results) {
		this.display.print("  %s: %s".formatted(variant.title(), reason));
		results.add(new VariantResult(variant, Ended.EXITED, reason, List.of()));
	}

	private void inServers(Duration slice, long begun, ExperimentResults results) {
		Experiment.Rounds rounds = this.experiment.rounds();
		List<Variant> undecided = this.experiment.variants();
		long longest = 0;
		for (int round = 1; !undecided.isEmpty(); round++) {
			long roundBegun = System.nanoTime();
			this.display.begin(null, "round %d, in slices of %d ms".formatted(round, slice.toMillis()));
			for (List<Variant> workload : workloads()) {
				if (workload.stream().anyMatch(undecided::contains) && !add(workload, round, slice, results)) {
					return;
				}
			}
			long now = System.nanoTime();
			longest = Math.max(longest, now - roundBegun);
			boolean last = (rounds.time() != null) ? now - begun + longest > rounds.time().toNanos()
					: round == rounds.number();
			undecided = results.endRound(last);
			this.display.results();
			if (last) {
				return;
			}
		}
	}

	private boolean add(List<Variant> workload, int round, Duration slice, ExperimentResults results) {
		try {
			// The first round had the folders of the whole runs.
			Map<Variant, Measured> values = run(workload, round + 1, slice);
			results.unit(values, slice, null);
			return !values.isEmpty();
		}
		catch (ServerEndedException ex) {
			ended(ex.variant(), String.valueOf(ex.getMessage()), results);
			return false;
		}
	}

	/**
	 * Drives the variants of one workload for as long as they would run one after the
	 * other.
	 * @return what each variant has shown; empty after an interrupt
	 * @throws ServerEndedException if a server did not start, or ended
	 */
	private Map<Variant, Measured> run(List<Variant> workload, int round, Duration slice) throws ServerEndedException {
		if (!this.driver.prepare()) {
			return Map.of();
		}
		Map<Variant, RunServer> running = new LinkedHashMap<>();
		List<CallChannels> open = new ArrayList<>();
		try {
			for (Variant variant : Rounds.order(workload, round, this.experiment.rounds().seed())) {
				running.put(variant, start(variant, round));
			}
			CarryOver carryOver = new CarryOver(slice);
			List<Contender> contenders = new ArrayList<>();
			for (Variant variant : workload) {
				RunServer server = Objects.requireNonNull(running.get(variant));
				contenders.add(contender(variant, server, round, open, carryOver));
			}
			SlicedTurns turns = new SlicedTurns(contenders, SliceTimes.of(slice),
					this.experiment.rounds().seed() + round, Turns.AT_ONCE, carryOver);
			return drive(workload, turns, running);
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
			return Map.of();
		}
		finally {
			open.forEach(CallChannels::close);
			end(running.values());
			this.driver.end();
		}
	}

	private RunServer start(Variant variant, int round) throws ServerEndedException, InterruptedException {
		try {
			RunServer server = this.servers.start(variant, this.experiment.directory(variant, round));
			try {
				server.awaitReady();
				return server;
			}
			catch (IOException | TuningRefusedException | InterruptedException ex) {
				end(List.of(server));
				throw ex;
			}
		}
		catch (IOException | TuningRefusedException ex) {
			throw new ServerEndedException(variant, String.valueOf(ex.getMessage()));
		}
	}

	private Contender contender(Variant variant, RunServer server, int round, List<CallChannels> open,
			CarryOver carryOver) throws ServerEndedException, InterruptedException {
		LoadPlan plan = this.experiment.plan(variant);
		try {
			CallChannels channels = this.driver.open(server, plan);
			open.add(channels);
			LoadPlan second = this.latency.plan(variant, round, 0);
			return new Contender(variant, new SlicedLoad(plan, channels, carryOver),
					(second != null) ? new SlicedLoad(second, channels) : null, server.cpuClock());
		}
		catch (IOException ex) {
			throw new ServerEndedException(variant, String.valueOf(ex.getMessage()));
		}
	}

	private Map<Variant, Measured> drive(List<Variant> workload, SlicedTurns turns, Map<Variant, RunServer> running)
			throws ServerEndedException, InterruptedException {
		running.values().forEach((server) -> server.onExit(turns::stop));
		this.driver.prepareOrEnd();
		turns.warmUp(sum(workload, (plan) -> plan.model().warmup().longest()));
		Map<Variant, Measured> values = turns.batch(length(workload), this.experiment.measures().objective());
		for (Map.Entry<Variant, RunServer> each : running.entrySet()) {
			if (turns.stopped() && each.getValue().hasEnded()) {
				throw new ServerEndedException(each.getKey(), "its server ended");
			}
		}
		return values;
	}

	/** Time in which the variants of a workload are driven in a round. */
	private Duration length(List<Variant> workload) {
		Duration one = sum(workload, (plan) -> plan.model().duration());
		return (this.experiment.measures().latency() != null) ? one.multipliedBy(2) : one;
	}

	private Duration sum(List<Variant> workload, Function<LoadPlan, Duration> time) {
		return workload.stream().map(this.experiment::plan).map(time).reduce(Duration.ZERO, Duration::plus);
	}

	private static void end(Collection<RunServer> servers) {
		boolean interrupted = Thread.interrupted();
		for (RunServer server : servers) {
			try (server) {
				server.end();
			}
			catch (IOException ex) {
				// What was measured before counts all the same.
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/** Thrown when a server did not start, or ended while it was driven. */
	static final class ServerEndedException extends Exception {

		private final transient Variant variant;

		ServerEndedException(Variant variant, String reason) {
			super(reason);
			this.variant = variant;
		}

		Variant variant() {
			return this.variant;
		}

	}

}
