package dev.grpctuning;

import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.autopilot.AutopilotSettings;
import dev.grpctuning.autopilot.live.Autopilot;
import dev.grpctuning.call.trace.CallRecorder;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.guard.Guard;
import dev.grpctuning.guard.Objective;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.metrics.CpuMeters;
import dev.grpctuning.metrics.InfoMeter;
import dev.grpctuning.metrics.Readings;
import dev.grpctuning.metrics.ServerMeters;
import dev.grpctuning.metrics.TuningMetrics;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.transport.EventLoopProbe;

/** All meters of a server, in a class of their own, because Micrometer is optional. */
final class ServerMetrics implements Generations.Listener {

	private final MeterRegistry registry;

	private final TuningMetrics generations;

	/** Its meters do not keep it themselves. */
	private final CpuMeters cpu = new CpuMeters();

	private @Nullable InfoMeter info;

	private final CallMeters calls;

	ServerMetrics(MeterRegistry registry, OpenConnections connections) {
		this.registry = registry;
		this.generations = new TuningMetrics(registry, connections);
		this.calls = new CallMeters(registry, Objective.NONE);
	}

	TuningMetrics generations() {
		return this.generations;
	}

	/** Registers the meters of a server, and returns what records its calls. */
	CallRecorder measure(Tuning tuning) {
		this.info = new InfoMeter(tuning);
		Stream.of(new ServerMeters(tuning, this.generations), this.cpu, this.info)
			.forEach((meters) -> meters.bindTo(this.registry));
		return this.calls;
	}

	RunningAutopilot autopilot(Tuning tuning, AutopilotSettings settings) {
		EventLoopProbe probe = this.generations.probe();
		Readings readings = new Readings(tuning.generations(), this.calls.totals(), probe);
		Guard guard = new Guard(tuning, readings, Objective.NONE);
		return new RunningAutopilot(
				new Autopilot(tuning, readings, new Adviser(tuning, () -> null, probe::blocked), settings, null),
				guard);
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
