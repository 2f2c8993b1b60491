package dev.grpctuning.metrics;

import java.nio.file.Path;
import java.util.function.Function;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LinuxCpu;

/** Meters of processor time. A meter is missing if the system has no counter for it. */
public final class CpuMeters implements MeterBinder {

	private final LinuxCpu cpu;

	public CpuMeters() {
		this(Path.of("/"));
	}

	/** Creates the meters of a system whose files are in a folder. */
	public CpuMeters(Path root) {
		this.cpu = new LinuxCpu(root);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		counter(registry, "grpc.tuning.cpu.pressure", "seconds",
				"Time in which a thread of the machine was ready to run and waited for a processor", Tags.empty(),
				LinuxCpu::pressureSeconds);
		counter(registry, "grpc.tuning.cpu.delay", "seconds",
				"Time that the threads of the process were ready to run and waited for a processor", Tags.empty(),
				LinuxCpu::delaySeconds);
		counter(registry, "grpc.tuning.cpu.quota.periods", null, "Periods of the CPU quota in which the process ran",
				Tags.empty(), LinuxCpu::quotaPeriods);
		counter(registry, "grpc.tuning.cpu.quota.throttled", null,
				"Periods of the CPU quota in which the process was stopped because the quota was used up", Tags.empty(),
				LinuxCpu::throttledPeriods);
		machine(registry, "busy", LinuxCpu.Machine::busySeconds);
		machine(registry, "steal", LinuxCpu.Machine::stealSeconds);
		machine(registry, "idle", LinuxCpu.Machine::idleSeconds);
	}

	private void machine(MeterRegistry registry, String state, Function<LinuxCpu.Machine, Double> value) {
		counter(registry, "grpc.tuning.cpu.machine", "seconds",
				"Time of all processors of the machine: busy, idle, or taken by the hypervisor (steal)",
				Tags.of("state", state), (read) -> {
					LinuxCpu.Machine machine = read.machine();
					return (machine != null) ? value.apply(machine) : null;
				});
	}

	private void counter(MeterRegistry registry, String name, @Nullable String unit, String description, Tags tags,
			Function<LinuxCpu, @Nullable Double> value) {
		if (value.apply(this.cpu) != null) {
			FunctionCounter.builder(name, this, (meters) -> {
				Double now = value.apply(meters.cpu);
				return (now != null) ? now : Double.NaN;
			}).description(description).baseUnit(unit).tags(tags).register(registry);
		}
	}

}
