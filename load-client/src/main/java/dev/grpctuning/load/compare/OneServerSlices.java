package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.slices.CarryOver;
import dev.grpctuning.load.compare.slices.ServerTurns;
import dev.grpctuning.load.compare.slices.SliceTimes;
import dev.grpctuning.load.compare.slices.SlicedTurns;
import dev.grpctuning.load.compare.slices.SlicedTurns.Contender;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured;
import dev.grpctuning.load.compare.slices.Turns;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.server.ChangedServer;
import dev.grpctuning.load.server.SlicesEndpoint.Turn;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Settings of one server that take turns in slices. All variants have the same
 * connections, which share the server's event loops alike.
 */
final class OneServerSlices implements AutoCloseable {

	/** Time of a batch. */
	static final Duration BATCH = Duration.ofSeconds(1);

	/** Time at the end of a slice in which the last calls end. */
	private static final Duration REST = Duration.ofMillis(4);

	/** Longer turns are asked for in parts. */
	private static final Duration LONGEST = Duration.ofMinutes(30);

	/** Time that the server has more than the client: a batch may take longer. */
	private static final Duration RESERVE = Duration.ofSeconds(30);

	private final Experiment experiment;

	private final RunServers servers;

	private final RunDriver driver;

	private final LatencyPhases latency;

	private final List<Variant> workload;

	private final ChangedServer server;

	private final Duration slice;

	private final ServerTurns serverTurns;

	private final Map<LoadPlan, CallChannels> open = new HashMap<>();

	private @Nullable SlicedTurns turns;

	private long endNanos;

	private long part;

	OneServerSlices(Experiment experiment, RunServers servers, RunDriver driver, LatencyPhases latency,
			List<Variant> workload, Duration slice) throws IOException {
		this.experiment = experiment;
		this.servers = servers;
		this.driver = driver;
		this.latency = latency;
		this.workload = workload;
		this.slice = slice;
		this.server = servers.shared(workload);
		this.serverTurns = new ServerTurns(this.server, slice);
	}

	/**
	 * Drives all variants for about a second.
	 * @return what each variant has shown; empty if the server has ended
	 * @throws TuningRefusedException if the server does not let the variants take turns
	 */
	Map<Variant, Measured> batch() throws TuningRefusedException, IOException, InterruptedException {
		SlicedTurns current = this.turns;
		if (current == null || System.nanoTime() - this.endNanos > 0) {
			current = begin();
			// What the change of all settings leaves behind does not count.
			current.warmUp(BATCH.multipliedBy(2));
		}
		long first;
		Map<Variant, Measured> values;
		List<Turn> seen;
		do {
			first = current.slices();
			values = current.batch(BATCH, this.experiment.measures().objective());
			seen = current.stopped() ? List.of() : this.serverTurns.counted(first);
		}
		while (seen == null);
		current.addCpu(values, seen);
		return values;
	}

	private SlicedTurns begin() throws TuningRefusedException, IOException, InterruptedException {
		CarryOver carryOver = new CarryOver(this.slice);
		List<Contender> contenders = new ArrayList<>();
		for (Variant variant : this.workload) {
			contenders.add(contender(variant, carryOver));
		}
		long seed = this.experiment.rounds().seed() + this.part++;
		// The server refuses knobs that are not live.
		Turns when = this.serverTurns.begin(this.workload.stream().map(this.servers::values).toList(), (knob) -> true,
				LONGEST.plus(RESERVE), seed);
		this.endNanos = System.nanoTime() + LONGEST.toNanos();
		SlicedTurns begun = new SlicedTurns(contenders, SliceTimes.of(this.slice).withRest(REST), seed, when,
				carryOver);
		this.server.onExit(begun::stop);
		this.turns = begun;
		return begun;
	}

	private Contender contender(Variant variant, CarryOver carryOver) throws IOException, InterruptedException {
		LoadPlan plan = this.experiment.plan(variant);
		CallChannels channels = this.open.get(plan);
		if (channels == null) {
			channels = this.driver.open(this.server, plan);
			this.open.put(plan, channels);
		}
		return this.latency.contender(variant, 2, channels, this.server, carryOver);
	}

	@Override
	public void close() throws IOException {
		boolean interrupted = Thread.interrupted();
		this.open.values().forEach(CallChannels::close);
		try {
			this.serverTurns.end();
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
