package dev.grpctuning.autopilot.live;

import java.time.Duration;
import java.util.SplittableRandom;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.autopilot.AutopilotLoop;
import dev.grpctuning.autopilot.AutopilotMode;
import dev.grpctuning.autopilot.AutopilotSettings;
import dev.grpctuning.autopilot.AutopilotView;
import dev.grpctuning.metrics.Readings;
import dev.grpctuning.server.Tuning;

/**
 * Tunes a running server, in a thread of its own that lives while it is not off. Safe for
 * use by several threads.
 */
public final class Autopilot implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Autopilot.class);

	private final AutopilotLoop loop;

	private @Nullable Thread thread;

	private boolean closed;

	/**
	 * Creates an autopilot, which begins if its mode is not off.
	 * @param objective duration that 99 % of the calls must not exceed, {@code null} if
	 * there is none
	 */
	public Autopilot(Tuning tuning, Readings readings, Adviser adviser, AutopilotSettings settings,
			@Nullable Duration objective) {
		this.loop = new AutopilotLoop(new LiveService(tuning, readings, adviser), settings, objective,
				new SplittableRandom());
		begin();
	}

	/** What it does, and has found. */
	public AutopilotView view() {
		return this.loop.view();
	}

	/**
	 * Changes what it may do. If that is nothing, an experiment that runs ends within two
	 * seconds.
	 * @param by user who wants it, {@code null} if not known
	 */
	public void mode(AutopilotMode mode, @Nullable String by) {
		logger.info("gRPC autopilot: mode {} instead of {}{}", mode, this.loop.mode(), (by != null) ? " by " + by : "");
		this.loop.mode(mode);
		begin();
	}

	private synchronized void begin() {
		if (this.loop.mode() != AutopilotMode.OFF && this.thread == null && !this.closed) {
			Thread started = new Thread(this::run, "grpc-tuning-autopilot");
			started.setDaemon(true);
			started.start();
			this.thread = started;
		}
	}

	private void run() {
		try {
			while (goesOn()) {
				step();
			}
		}
		catch (InterruptedException ex) {
			// The application ends.
		}
	}

	private synchronized boolean goesOn() {
		boolean on = !this.closed && this.loop.mode() != AutopilotMode.OFF;
		if (!on) {
			this.thread = null;
			this.loop.stopped();
		}
		return on;
	}

	private void step() throws InterruptedException {
		try {
			this.loop.step();
		}
		catch (RuntimeException ex) {
			logger.error("The autopilot failed, and tries again in a minute", ex);
			Thread.sleep(Duration.ofMinutes(1).toMillis());
		}
	}

	/** Ends its thread. */
	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.thread != null) {
			this.thread.interrupt();
		}
	}

}
