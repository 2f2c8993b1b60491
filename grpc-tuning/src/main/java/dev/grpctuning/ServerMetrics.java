package dev.grpctuning;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.trace.CallAges;
import dev.grpctuning.call.trace.CallRecorder;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.guard.Objective;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.metrics.CpuMeters;
import dev.grpctuning.metrics.InfoMeter;
import dev.grpctuning.metrics.ServerMeters;
import dev.grpctuning.metrics.TuningMetrics;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.Tuning;

/** All meters of a server, in a class of their own, because Micrometer is optional. */
final class ServerMetrics implements Generations.Listener {

	private final MeterRegistry registry;

	private final TuningMetrics generations;

	private @Nullable InfoMeter info;

	ServerMetrics(MeterRegistry registry, OpenConnections connections, CallLimits limits, CallAges ages) {
		this.registry = registry;
		this.generations = new TuningMetrics(registry, connections);
		new ServerMeters(connections, limits, ages, this.generations).bindTo(registry);
		new CpuMeters().bindTo(registry);
	}

	TuningMetrics generations() {
		return this.generations;
	}

	CallRecorder calls() {
		return new CallMeters(this.registry, Objective.NONE);
	}

	/** Registers the meter that has the values in force as tags. */
	void show(Tuning tuning) {
		this.info = new InfoMeter(tuning);
		this.info.bindTo(this.registry);
	}

	@Override
	public void started(Generation generation) {
		this.generations.started(generation);
		if (this.info != null) {
			this.info.refresh();
		}
	}

	@Override
	public void ended(Generation generation) {
		this.generations.ended(generation);
	}

}
