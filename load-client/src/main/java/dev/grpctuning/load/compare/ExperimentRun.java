package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.profile.ProfiledRuns;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.result.ServerRun;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.TuningCheck;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;

/** Runs the variants in turns. One whose server dies is a result. */
public record ExperimentRun(Experiment experiment, RunServers servers, RunDriver driver, Display display,
		LatencyPhases latency) {

	/** Fewest rounds of which a difference can be shown. */
	private static final int FEWEST_ROUNDS = 2;

	/** Time of all runs with the longest warm-ups, without draining. */
	public static Duration length(Experiment experiment, RunServers servers) {
		return (experiment.time() != null) ? experiment.time() : length(experiment, servers, experiment.repeat());
	}

	private static Duration length(Experiment experiment, RunServers servers, int rounds) {
		Duration round = experiment.variants()
			.stream()
			.map((variant) -> experiment.plan(variant)
				.model()
				.sendingTime()
				.plus(LatencyPhases.length(experiment, variant))
				.plus(servers.changeover()))
			.reduce(Duration.ZERO, Duration::plus);
		return new WarmUpRound(experiment, servers).length()
			.plus(LatencyPhases.length(experiment, servers))
			.plus(round.multipliedBy(rounds));
	}

	/** Finds out, before anything is driven, whether all variants can be had. */
	void prepare() throws TuningRefusedException, IOException {
		if (!this.driver.prepare()) {
			return;
		}
		try {
			this.servers.prepare(this.experiment.variants());
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
		}
		this.driver.end();
	}

	/**
	 * Runs all variants in all rounds, or those before an interrupt. With a budget, a
	 * round has the variants that are not decided yet.
	 */
	void run(RoundResults results) throws IOException {
		if (!this.driver.prepare()) {
			return;
		}
		checkTime();
		long begun = System.nanoTime();
		this.display.print(ExperimentWords.title(this.experiment, length(this.experiment, this.servers)));
		new WarmUpRound(this.experiment, this.servers).run(this.driver, this.display);
		results.latencyAt(this.latency.find(this.display));
		List<Variant> variants = this.experiment.variants();
		for (int round = 1; !variants.isEmpty(); round++) {
			long roundBegun = System.nanoTime();
			boolean whole = run(variants, round, results);
			variants = next(variants, round, begun, roundBegun, whole, results);
		}
		if (this.experiment.profiled()) {
			profile(new ProfiledRuns(this.experiment));
		}
	}

	private void profile(ProfiledRuns profiled) {
		for (Variant variant : profiled.variants()) {
			if (!this.driver.prepare()) {
				return;
			}
			this.display.print("profiling " + variant.title());
			try {
				profiled.run(variant, this::driveToEnd);
			}
			catch (TuningRefusedException | IOException ex) {
				this.display.print("  not profiled: " + ex.getMessage());
			}
			catch (InterruptedException ex) {
				this.driver.giveUp();
				return;
			}
			finally {
				this.driver.end();
			}
		}
	}

	private LoadResult driveToEnd(RunServer server, LoadPlan plan) throws IOException, InterruptedException {
		LoadResult load = this.driver.drive(server, plan, null);
		this.driver.prepareOrEnd();
		return load;
	}

	private void checkTime() {
		Duration least = length(this.experiment, this.servers, FEWEST_ROUNDS);
		if (this.experiment.time() != null && this.experiment.time().compareTo(least) < 0) {
			throw new UsageException(
					"experiment.time: %d s is too short for two rounds, which take about %d s; use more time, fewer variants (experiment.only), or shorter runs (experiment.scale)."
						.formatted(this.experiment.time().toSeconds(), least.toSeconds()));
		}
	}

	/** Returns {@code false} after an interrupt. */
	private boolean run(List<Variant> variants, int round, RoundResults results) throws IOException {
		boolean several = this.experiment.time() != null || this.experiment.repeat() != 1;
		for (Variant variant : several ? Rounds.order(variants, round, this.experiment.seed())
				: Rounds.listed(variants)) {
			if (!this.driver.prepare()) {
				return false;
			}
			this.display.begin((this.experiment.time() == null) ? this.experiment.runs() : null,
					ExperimentWords.begins(variant, round, several));
			VariantResult result = run(variant, round);
			this.display.print("  " + ExperimentWords.ended(result));
			results.add(result);
		}
		return true;
	}

	/** Ends a round, and returns the variants of the next. */
	private List<Variant> next(List<Variant> variants, int round, long begun, long roundBegun, boolean whole,
			RoundResults results) {
		Duration time = this.experiment.time();
		if (time == null) {
			results.endRound(variants, null);
			return (whole && round < this.experiment.repeat()) ? variants : List.of();
		}
		long now = System.nanoTime();
		long next = now - begun + now - roundBegun;
		boolean last = next > time.toNanos() && round >= FEWEST_ROUNDS;
		List<Variant> undecided = results.endRound(variants,
				(whole && last) ? 1 : Math.min(1, (double) (now - begun) / time.toNanos()));
		return (whole && !last) ? undecided : List.of();
	}

	private VariantResult run(Variant variant, int round) throws IOException {
		ServerSpec spec = this.experiment.setup().spec(variant, this.experiment.directory(variant, round));
		long begun = System.nanoTime();
		try (RunServer server = this.servers.start(variant, spec.directory())) {
			try {
				server.awaitReady();
				double startSeconds = (System.nanoTime() - begun) / 1e9;
				new WarmUpRound(this.experiment, this.servers).catchUp(variant, server, this.driver);
				Boolean settled = this.servers.settle().isZero() ? null
						: server.observed().settle(this.servers.settle());
				return run(variant, round, spec, server, startSeconds, settled);
			}
			catch (InterruptedException ex) {
				end(server);
				throw ex;
			}
			catch (TuningRefusedException ex) {
				end(server);
				return new VariantResult(variant, Ended.WRONG_TUNING, ex.getMessage(), List.of());
			}
			catch (IOException ex) {
				return new VariantResult(variant, Ended.EXITED, ex.getMessage(), List.of());
			}
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
			return new VariantResult(variant, Ended.INTERRUPTED, null, List.of());
		}
		finally {
			this.driver.end();
		}
	}

	private static void end(RunServer server) throws InterruptedException {
		try {
			server.end();
		}
		catch (IOException ex) {
			// The run has failed already, and the first failure is the one to report.
		}
	}

	private VariantResult run(Variant variant, int round, ServerSpec spec, RunServer server, double startSeconds,
			@Nullable Boolean settled) throws IOException, TuningRefusedException, InterruptedException {
		TuningCheck check = TuningCheck.before(spec, server.observed());
		Phase first = Phase.drive(this.driver, server, this.experiment.plan(variant), this.display::show);
		LoadPlan second = first.isWhole() ? this.latency.plan(variant, round) : null;
		Phase last = (second != null) ? Phase.drive(this.driver, server, second, this.display::show) : first;
		if (last.load().stoppedBy() != StopReason.INTERRUPTED && check.after(server)) {
			last = last.withoutServer();
		}
		List<Stall> stalls = new ArrayList<>(server.observed().stalls());
		RunServer.End end;
		String unread = null;
		try {
			end = server.end();
		}
		catch (IOException ex) {
			// The run was measured all the same.
			end = new RunServer.End(null, null, List.of());
			unread = "what the server left could not be read: " + ex.getMessage();
		}
		stalls.addAll(end.pauses());
		ServerObservation seen = new ServerObservation(spec, startSeconds, settled, last.samples(), end.gc(),
				end.exit(), check.tuning(), server.observed().isHere(), stalls);
		LoadResult load = (first.load().counts().unfinished() > 0) ? first.load() : last.load();
		Ended ended = ended(load, end.exit());
		String reason = reason(ended, load, end.exit(), server.observed());
		if (unread != null && ended == Ended.COMPLETED) {
			ended = Ended.EXITED;
			reason = unread;
		}
		return new VariantResult(variant, ended, reason, List.of(run(round, first, last, seen)));
	}

	private static ServerRun run(int round, Phase first, Phase last, ServerObservation seen) {
		return (first.plan() != last.plan())
				? new ServerRun(round, first.load(), seen.with(first.samples()), first.client(),
						new ServerRun.Second(last.plan(), last.load(), seen, last.client()))
				: new ServerRun(round, last.load(), seen, last.client());
	}

	private static Ended ended(LoadResult load, RunServer.@Nullable Exit exit) {
		if (load.stoppedBy() == StopReason.INTERRUPTED) {
			return Ended.INTERRUPTED;
		}
		if (exit != null && exit.outOfMemory() != null) {
			return Ended.OUT_OF_MEMORY;
		}
		if (load.stoppedBy() == StopReason.SERVER_GONE || (exit != null && !exit.asked())) {
			return Ended.EXITED;
		}
		return (load.counts().unfinished() > 0 || load.stoppedBy() == StopReason.TIMEOUT) ? Ended.TIMED_OUT
				: Ended.COMPLETED;
	}

	private static @Nullable String reason(Ended ended, LoadResult load, RunServer.@Nullable Exit exit,
			ObservedServer server) {
		return switch (ended) {
			case COMPLETED -> switch (load.stoppedBy()) {
				case UNIMPLEMENTED -> "the server does not have the method, it has answered nothing but UNIMPLEMENTED";
				case REPLAY_CHANGED -> "load.replay.file was changed, or could not be read any more";
				case INTERRUPTED, SERVER_GONE, TIMEOUT -> null;
				case null -> null;
			};
			case INTERRUPTED, WRONG_TUNING -> null;
			case OUT_OF_MEMORY, EXITED -> (exit != null) ? exit.text()
					: server.actuator() + " could not be reached any more after the run (connection refused)";
			case TIMED_OUT -> load.counts().unfinished() + " calls unfinished";
		};
	}

}
