package dev.grpctuning.load.engine.plan;

import java.time.Duration;

import dev.grpctuning.load.call.CallPlan;

/**
 * Which load is driven.
 *
 * @param drain how long open calls are waited for at the end
 * @param timeout when the run is stopped
 */
public record LoadPlan(LoadModel model, LoadEngine engine, LoadEngine.StubKind stub, int channels, CallPlan call,
		int maxOpenCalls, Duration drain, Duration timeout) {

	public LoadPlan with(LoadModel otherModel, CallPlan otherCall) {
		return new LoadPlan(otherModel, this.engine, this.stub, this.channels, otherCall, this.maxOpenCalls, this.drain,
				this.timeout);
	}

	public LoadPlan withChannels(int count) {
		return new LoadPlan(this.model, this.engine, this.stub, count, this.call, this.maxOpenCalls, this.drain,
				this.timeout);
	}

	public boolean endless() {
		return this.timeout.compareTo(LoadModel.ENDLESS) >= 0;
	}

}
