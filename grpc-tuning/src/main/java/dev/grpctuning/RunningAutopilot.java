package dev.grpctuning;

import java.util.List;
import java.util.Map;

import dev.grpctuning.autopilot.live.Autopilot;
import dev.grpctuning.guard.Guard;

/**
 * Autopilot of a server. The guard takes back what does harm after all. Closing it leaves
 * the settings as they are. Thread-safe.
 */
public final class RunningAutopilot implements AutoCloseable {

	private final Autopilot autopilot;

	private final Guard guard;

	RunningAutopilot(Autopilot autopilot, Guard guard) {
		this.autopilot = autopilot;
		this.guard = guard;
	}

	/** What it does now, or waits for. */
	public String doing() {
		return this.autopilot.view().doing();
	}

	/** Values that it has set, by the name of their knob. */
	public Map<String, String> settings() {
		return this.autopilot.view().settings();
	}

	/** What its last experiments have found, the newest first. */
	public List<String> decisions() {
		List<?> decisions = this.autopilot.view().decisions();
		return decisions.stream().map(String::valueOf).toList();
	}

	/** Ends its experiment and its threads. */
	@Override
	public void close() {
		this.autopilot.close();
		this.guard.close();
	}

}
