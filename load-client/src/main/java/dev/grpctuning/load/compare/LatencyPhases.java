package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.LatencyLoad;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.LatencyAt;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.slices.CarryOver;
import dev.grpctuning.load.compare.slices.SlicedTurns.Contender;
import dev.grpctuning.load.engine.SlicedLoad;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;

/**
 * The second load of each run, under which latencies are measured, if the experiment has
 * one. Its rate depends on the knee of the baseline in each workload, which is searched
 * for before the first round.
 *
 * @param found the knee at each such rate
 * @param closed highest closed rate of each variant, because other processes may slow
 * down single runs
 */
record LatencyPhases(Experiment experiment, RunServers servers, RunDriver driver, KneeFinder finder,
		Map<LatencyAt, KneeFinder.Found> found, Map<Variant, Double> closed) {

	LatencyPhases(Experiment experiment, RunServers servers, RunDriver driver, KneeFinder finder) {
		this(experiment, servers, driver, finder, new LinkedHashMap<>(), new HashMap<>());
	}

	/** Time of all searches. */
	static Duration length(Experiment experiment, RunServers servers) {
		return baselines(experiment).stream()
			.filter((baseline) -> experiment.measures().latency() != null)
			.map((baseline) -> servers.changeover().plus(warmUp(experiment, servers, baseline)).plus(KneeFinder.LENGTH))
			.reduce(Duration.ZERO, Duration::plus);
	}

	/** Time that the second load adds to a run. */
	static Duration length(Experiment experiment, Variant variant) {
		LatencyLoad load = experiment.measures().latency();
		return (load != null) ? load.sendingTime(experiment.plan(variant)) : Duration.ZERO;
	}

	private static Duration warmUp(Experiment experiment, RunServers servers, Variant baseline) {
		WarmUpRound before = new WarmUpRound(experiment, servers);
		return before.warms(baseline) ? Duration.ZERO : before.longest(baseline);
	}

	private static List<Variant> baselines(Experiment experiment) {
		return experiment.variants()
			.stream()
			.filter((variant) -> variant.name().equals(experiment.baseline()))
			.toList();
	}

	/** Finds the knee of each baseline; after an interrupt, only those found before. */
	List<LatencyAt> find(Display display) throws IOException {
		LatencyLoad load = this.experiment.measures().latency();
		if (load == null) {
			return List.of();
		}
		for (Variant baseline : baselines(this.experiment)) {
			if (!this.driver.prepare()) {
				break;
			}
			display.print(
					"searching for the knee of %s in about %d trials".formatted(baseline.title(), KneeFinder.TRIALS));
			try {
				KneeFinder.Found knee = knee(load, baseline, display);
				LatencyAt at = at(load, baseline, knee);
				this.found.put(at, knee);
				display.print("  " + at.text());
			}
			catch (TuningRefusedException | IOException ex) {
				throw new IOException("the knee of %s was not found: %s".formatted(baseline.title(), ex.getMessage()),
						ex);
			}
			catch (InterruptedException ex) {
				this.driver.giveUp();
			}
			finally {
				this.driver.end();
			}
		}
		return List.copyOf(this.found.keySet());
	}

	private KneeFinder.Found knee(LatencyLoad load, Variant baseline, Display display)
			throws TuningRefusedException, IOException, InterruptedException {
		LoadPlan plan = this.experiment.plan(baseline);
		try (RunServer server = this.servers.start(baseline, this.experiment.directory(baseline).resolve("knee"))) {
			server.awaitReady();
			Duration warmUp = warmUp(this.experiment, this.servers, baseline);
			if (warmUp.isPositive()) {
				this.driver.drive(server, plan, warmUp);
			}
			KneeFinder.Found knee = this.finder.find(load, plan, (tried) -> drive(server, tried), display::print);
			server.end();
			return knee;
		}
	}

	private LatencyAt at(LatencyLoad load, Variant baseline, KneeFinder.Found knee) {
		LoadPlan plan = this.experiment.plan(baseline);
		return new LatencyAt(workload(baseline), baseline.name(), load.threshold().toString(), knee.callsPerSecond(),
				knee.limitedByClient(), load.share(), load.share() * knee.callsPerSecond(), Arrivals.POISSON,
				LatencyLoad.outstanding(plan) * plan.channels());
	}

	private MeasuredLoad drive(RunServer server, LoadPlan plan) throws IOException, InterruptedException {
		this.driver.prepareOrEnd();
		MeasuredLoad load = this.driver.drive(server, plan, null);
		if (load.result().stoppedBy() == StopReason.INTERRUPTED) {
			throw new InterruptedException("interrupted by the user");
		}
		if (load.result().stoppedBy() == StopReason.SERVER_GONE) {
			throw new IOException("its server ended");
		}
		return load;
	}

	/**
	 * Returns the second load of a run, {@code null} if there is none. In a round, calls
	 * arrive at the same moments at all variants.
	 * @param closedPerSecond rate of the variant under the first load
	 */
	@Nullable LoadPlan plan(Variant variant, int round, double closedPerSecond) {
		LatencyLoad load = this.experiment.measures().latency();
		double fastest = this.closed.merge(variant, closedPerSecond, Math::max);
		return this.found.entrySet()
			.stream()
			.filter((at) -> load != null && Objects.equals(at.getKey().workload(), workload(variant)))
			.map((at) -> Objects.requireNonNull(load)
				.at(at.getKey().callsPerSecond(), fastest / at.getValue().closedPerSecond(),
						this.experiment.plan(variant), this.experiment.rounds().seed() + round))
			.findFirst()
			.orElse(null);
	}

	/** A variant with its loads, to take turns with others. */
	Contender contender(Variant variant, int round, CallChannels channels, RunServer server, CarryOver carryOver) {
		LoadPlan second = plan(variant, round, 0);
		return new Contender(variant, new SlicedLoad(this.experiment.plan(variant), channels, carryOver),
				(second != null) ? new SlicedLoad(second, channels) : null, server.cpuClock());
	}

	private static @Nullable String workload(Variant variant) {
		return (variant.workload() != null) ? variant.workload().name() : null;
	}

}
