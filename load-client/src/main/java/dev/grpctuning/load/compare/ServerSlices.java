package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.profile.ProfiledRuns;
import dev.grpctuning.load.compare.slices.CarryOver;
import dev.grpctuning.load.compare.slices.SliceTimes;
import dev.grpctuning.load.compare.slices.SlicedTurns;
import dev.grpctuning.load.compare.slices.SlicedTurns.Contender;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured;
import dev.grpctuning.load.compare.slices.Turns;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * A round in which servers take turns in slices. All servers of a workload run at the
 * same time, and one of them is driven while the others rest. Two JVMs of one jar differ
 * lastingly, so each round has fresh ones.
 */
record ServerSlices(Experiment experiment, ProfiledRuns.Starter servers, RunDriver driver, LatencyPhases latency) {

	/**
	 * Drives the variants of one workload for as long as they would run one after the
	 * other.
	 * @return what each variant has shown; empty after an interrupt
	 * @throws EndedException if a server did not start, or ended
	 */
	Map<Variant, Measured> run(List<Variant> workload, int round, Duration slice) throws EndedException {
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

	private RunServer start(Variant variant, int round) throws EndedException, InterruptedException {
		try {
			RunServer server = this.servers.start(variant, round);
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
			throw new EndedException(variant, String.valueOf(ex.getMessage()));
		}
	}

	private Contender contender(Variant variant, RunServer server, int round, List<CallChannels> open,
			CarryOver carryOver) throws EndedException, InterruptedException {
		try {
			CallChannels channels = this.driver.open(server, this.experiment.plan(variant));
			open.add(channels);
			return this.latency.contender(variant, round, channels, server, carryOver);
		}
		catch (IOException ex) {
			throw new EndedException(variant, String.valueOf(ex.getMessage()));
		}
	}

	private Map<Variant, Measured> drive(List<Variant> workload, SlicedTurns turns, Map<Variant, RunServer> running)
			throws EndedException, InterruptedException {
		running.values().forEach((server) -> server.onExit(turns::stop));
		this.driver.prepareOrEnd();
		turns.warmUp(sum(this.experiment, workload, (plan) -> plan.model().warmup().longest()));
		Map<Variant, Measured> values = turns.batch(length(this.experiment, workload),
				this.experiment.measures().objective());
		for (Map.Entry<Variant, RunServer> each : running.entrySet()) {
			if (turns.stopped() && each.getValue().hasEnded()) {
				throw new EndedException(each.getKey(), "its server ended");
			}
		}
		return values;
	}

	/** Time in which the variants of a workload are driven in a round. */
	static Duration length(Experiment experiment, List<Variant> workload) {
		Duration one = sum(experiment, workload, (plan) -> plan.model().duration());
		return (experiment.measures().latency() != null) ? one.multipliedBy(2) : one;
	}

	private static Duration sum(Experiment experiment, List<Variant> workload, Function<LoadPlan, Duration> time) {
		return workload.stream().map(experiment::plan).map(time).reduce(Duration.ZERO, Duration::plus);
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
	static final class EndedException extends Exception {

		private final transient Variant variant;

		EndedException(Variant variant, String reason) {
			super(reason);
			this.variant = variant;
		}

		Variant variant() {
			return this.variant;
		}

	}

}
