package dev.grpctuning.load.compare;

import java.io.IOException;
import java.util.List;

import dev.grpctuning.load.engine.LoadRun.RunListener;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.ClientWatch;
import dev.grpctuning.load.result.ObservedLoad;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerMonitor;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.ServerSample;

/** One load of a run, with its result and what was observed of both sides. */
record Phase(LoadPlan plan, MeasuredLoad load, List<ServerSample> samples, ClientObservation client) {

	static Phase drive(RunDriver driver, RunServer server, LoadPlan plan, RunListener listener)
			throws IOException, InterruptedException {
		MeasuredLoad load;
		ServerMonitor monitor = server.observed().monitor(plan.model().interval(), driver::sampled);
		ClientWatch watch = ClientWatch.start();
		try (monitor; watch) {
			load = driver.drive(server, plan, listener, null);
		}
		return new Phase(plan, load, monitor.samples(), watch.observation());
	}

	/** Whether the load was driven to its end. */
	boolean isWhole() {
		return this.load.result().stoppedBy() == null;
	}

	Phase withoutServer() {
		return new Phase(this.plan, this.load.stoppedBy(StopReason.SERVER_GONE), this.samples, this.client);
	}

	ObservedLoad observed(ServerObservation server) {
		return new ObservedLoad(this.plan, this.load, server, this.client);
	}

}
