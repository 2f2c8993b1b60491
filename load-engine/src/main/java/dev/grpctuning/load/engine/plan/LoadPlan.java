package dev.grpctuning.load.engine;

import java.time.Duration;

import dev.grpctuning.load.target.CallPlan;

/**
 * What load is driven.
 *
 * @param model when calls are started
 * @param engine what makes them
 * @param stub which stub makes them, if the engine uses stubs
 * @param channels number of connections, at least 1
 * @param call what is called
 * @param maxOpenCalls the most calls that may be open at once; the sender waits when it
 * is reached, and the run is client-limited
 * @param drain the longest wait for open calls after the last one was sent
 * @param timeout the longest that the whole run may take
 */
public record LoadPlan(LoadModel model, LoadEngine engine, StubKind stub, int channels, CallPlan call, int maxOpenCalls,
		Duration drain, Duration timeout) {

	public LoadPlan {
		if (channels < 1) {
			throw new IllegalArgumentException("channels: " + channels + " (expected: >= 1)");
		}
		if (maxOpenCalls < 1) {
			throw new IllegalArgumentException("maxOpenCalls: " + maxOpenCalls + " (expected: >= 1)");
		}
	}

	/**
	 * Creates a plan of the stub engine.
	 * @param model when calls are started
	 * @param stub which stub makes them
	 * @param channels number of connections, at least 1
	 * @param call what is called
	 * @param maxOpenCalls the most calls that may be open at once
	 * @param drain the longest wait for open calls after the last one was sent
	 * @param timeout the longest that the whole run may take
	 */
	public LoadPlan(LoadModel model, StubKind stub, int channels, CallPlan call, int maxOpenCalls, Duration drain,
			Duration timeout) {
		this(model, LoadEngine.STUB, stub, channels, call, maxOpenCalls, drain, timeout);
	}

	/**
	 * The same with other calls at other times.
	 * @param otherModel when calls are started
	 * @param otherCall what is called
	 * @return the plan
	 */
	public LoadPlan with(LoadModel otherModel, CallPlan otherCall) {
		return new LoadPlan(otherModel, this.engine, this.stub, this.channels, otherCall, this.maxOpenCalls, this.drain,
				this.timeout);
	}

	/**
	 * The same over other connections.
	 * @param count number of connections, at least 1
	 * @return the plan
	 */
	public LoadPlan withChannels(int count) {
		return new LoadPlan(this.model, this.engine, this.stub, count, this.call, this.maxOpenCalls, this.drain,
				this.timeout);
	}

	/**
	 * Whether the plan has no end of its own.
	 * @return whether its run lasts until it is told to finish
	 */
	public boolean endless() {
		return this.timeout.compareTo(LoadModel.ENDLESS) >= 0;
	}

}
