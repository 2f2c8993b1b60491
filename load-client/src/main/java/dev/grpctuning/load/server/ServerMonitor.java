package dev.grpctuning.load.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Samples a server once a second until it is closed. A sample that the server is too busy
 * to give is left out.
 */
public final class ServerMonitor implements AutoCloseable {

	private final ActuatorClient actuator;

	private final ScheduledExecutorService executor = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("server-monitor").daemon().factory());

	private final List<ServerSample> samples = new ArrayList<>();

	ServerMonitor(ActuatorClient actuator) {
		this.actuator = actuator;
		this.executor.scheduleAtFixedRate(this::sample, 0, 1, TimeUnit.SECONDS);
	}

	private void sample() {
		try {
			ServerSample sample = this.actuator.sample();
			synchronized (this.samples) {
				this.samples.add(sample);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			// The timeline shows the gap.
		}
	}

	/**
	 * What was sampled so far.
	 * @return the samples, oldest first
	 */
	public List<ServerSample> samples() {
		synchronized (this.samples) {
			return List.copyOf(this.samples);
		}
	}

	/**
	 * Takes a last sample, if the server gives one, and ends.
	 */
	@Override
	public void close() {
		this.executor.submit(this::sample);
		this.executor.shutdown();
		try {
			if (!this.executor.awaitTermination(5, TimeUnit.SECONDS)) {
				this.executor.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			this.executor.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

}
