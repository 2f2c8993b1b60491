package dev.grpctuning.load.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.grpctuning.load.server.metrics.ServerSample;

/**
 * Samples a server at even intervals, and leaves out a sample that the server is too busy
 * for.
 */
public final class ServerMonitor implements AutoCloseable {

	private final Callable<ServerSample> source;

	private final Consumer<ServerSample> sampled;

	private final ScheduledExecutorService executor = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("server-monitor").daemon().factory());

	private final List<ServerSample> samples = new ArrayList<>();

	private final long shortestNanos;

	private long lastNanos;

	ServerMonitor(Callable<ServerSample> source, Duration interval, Consumer<ServerSample> sampled) {
		this.source = source;
		this.sampled = sampled;
		this.shortestNanos = interval.toNanos() / 2;
		this.lastNanos = System.nanoTime() - this.shortestNanos;
		this.executor.scheduleAtFixedRate(this::sampleUnlessLate, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
	}

	/** Skips samples that came due while an answer took long. */
	private void sampleUnlessLate() {
		long now = System.nanoTime();
		if (now - this.lastNanos >= this.shortestNanos) {
			this.lastNanos = now;
			sample();
		}
	}

	private void sample() {
		try {
			ServerSample sample = this.source.call();
			synchronized (this.samples) {
				this.samples.add(sample);
			}
			this.sampled.accept(sample);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (Exception ex) {
			// The timeline shows the gap. An exception would end the schedule.
		}
	}

	public List<ServerSample> samples() {
		synchronized (this.samples) {
			return List.copyOf(this.samples);
		}
	}

	/** Takes a last sample, if the server gives one, and ends. */
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
