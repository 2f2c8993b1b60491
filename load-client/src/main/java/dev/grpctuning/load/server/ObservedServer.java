package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.transport.TargetAddress;

/** A running server as seen from outside: its address and its actuator. */
public final class ObservedServer implements AutoCloseable {

	private static final Duration CALM_INTERVAL = Duration.ofMillis(400);

	private static final Duration STALLS_TIMEOUT = Duration.ofSeconds(5);

	private final TargetAddress address;

	private final ActuatorClient actuator;

	private final TuningClient tuning;

	public ObservedServer(TargetAddress address, URI actuator, @Nullable ServerCredentials credentials) {
		this(address, new ActuatorClient(actuator, credentials, () -> true));
	}

	ObservedServer(TargetAddress address, ActuatorClient actuator) {
		this.address = address;
		this.actuator = actuator;
		this.tuning = new TuningClient(actuator);
	}

	/** A process of its own, which gets the password only as long as it is alive. */
	static ObservedServer ofOwn(TargetAddress address, URI actuator, @Nullable ServerCredentials credentials,
			BooleanSupplier alive) {
		return new ObservedServer(address, ActuatorClient.ofOwn(actuator, credentials, alive));
	}

	public TargetAddress address() {
		return this.address;
	}

	public URI actuator() {
		return this.actuator.base();
	}

	/** Whether a process of its own is up. If not, asks for the next time over HTTPS. */
	boolean healthy() throws InterruptedException {
		if (this.actuator.healthy()) {
			return true;
		}
		this.actuator.tryHttps();
		return false;
	}

	TuningClient tuningClient() {
		return this.tuning;
	}

	/** Samples the server, and passes each sample on at once. */
	public ServerMonitor monitor(Duration interval, Consumer<ServerSample> sampled) {
		return new ServerMonitor(this.actuator::sample, interval, sampled);
	}

	/** Tuning that its endpoint {@code grpctuning} reports. */
	public Optional<ServerTuning> tuning() throws TuningRefusedException, InterruptedException {
		return this.tuning.find();
	}

	/** Stalls that its endpoint {@code grpctuning} reports, or none. */
	public List<Stall> stalls() throws InterruptedException {
		long asked = System.nanoTime();
		try {
			String answer = this.actuator.get("/grpctuning", STALLS_TIMEOUT).body();
			return TuningJson.stalls(answer, asked, System.nanoTime());
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	/** Waits for two consecutive intervals below a quarter of one processor. */
	public boolean settle(Duration limit) throws InterruptedException {
		long begun = System.nanoTime();
		Settling settling = new Settling();
		while (System.nanoTime() - begun < limit.toNanos()) {
			if (settling.add(sample())) {
				return true;
			}
			Thread.sleep(CALM_INTERVAL);
		}
		return false;
	}

	private @Nullable ServerSample sample() throws InterruptedException {
		try {
			return this.actuator.sample();
		}
		catch (IOException ex) {
			return null;
		}
	}

	/** Closes the client of the server, not the server itself. */
	@Override
	public void close() {
		this.actuator.close();
	}

	/**
	 * Decides sample by sample whether a server has settled: whether it has used less
	 * than a quarter of one processor in two intervals that follow each other. A missing
	 * sample does not count as settled.
	 */
	static final class Settling {

		/** Share of one processor below which a server only answers its actuator. */
		private static final double CALM_SHARE = 0.25;

		private static final int INTERVALS = 2;

		private @Nullable ServerSample last;

		private int calm;

		boolean add(@Nullable ServerSample sample) {
			boolean calmNow = this.last != null && sample != null && share(this.last, sample) < CALM_SHARE;
			this.calm = calmNow ? this.calm + 1 : 0;
			this.last = sample;
			return this.calm >= INTERVALS;
		}

		private static double share(ServerSample from, ServerSample to) {
			return (to.cpuSeconds() - from.cpuSeconds()) / ((to.atNanos() - from.atNanos()) / 1e9);
		}

	}

}
