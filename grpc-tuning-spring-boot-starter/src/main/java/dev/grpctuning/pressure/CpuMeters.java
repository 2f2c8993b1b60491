package dev.grpctuning.pressure;

import java.nio.file.Path;
import java.util.function.Function;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LinuxCpu;

/** Meters of the processors' time. Those that the system does not count are missing. */
public final class CpuMeters {

	private final LinuxCpu cpu;

	private final MeterRegistry registry;

	public CpuMeters(MeterRegistry registry) {
		this(registry, Path.of("/"));
	}

	/** Registers the meters of a system whose files are in a folder. */
	public CpuMeters(MeterRegistry registry, Path root) {
		this.cpu = new LinuxCpu(root);
		this.registry = registry;
		counter("grpc.tuning.cpu.pressure", "seconds",
				"Time in which a thread of the machine was ready to run and waited for a processor", Tags.empty(),
				LinuxCpu::pressureSeconds);
		counter("grpc.tuning.cpu.delay", "seconds",
				"Time that the threads of the process were ready to run and waited for a processor", Tags.empty(),
				LinuxCpu::delaySeconds);
		counter("grpc.tuning.cpu.quota.periods", null, "Periods of the CPU quota in which the process ran",
				Tags.empty(), LinuxCpu::quotaPeriods);
		counter("grpc.tuning.cpu.quota.throttled", null,
				"Periods of the CPU quota in which the process was stopped because the quota was used up", Tags.empty(),
				LinuxCpu::throttledPeriods);
		machine("busy", LinuxCpu.Machine::busySeconds);
		machine("steal", LinuxCpu.Machine::stealSeconds);
		machine("idle", LinuxCpu.Machine::idleSeconds);
	}

	private void machine(String state, Function<LinuxCpu.Machine, Double> value) {
		counter("grpc.tuning.cpu.machine", "seconds",
				"Time of all processors of the machine: busy, idle, or taken by the hypervisor (steal)",
				Tags.of("state", state), (read) -> {
					LinuxCpu.Machine machine = read.machine();
					return (machine != null) ? value.apply(machine) : null;
				});
	}

	private void counter(String name, @Nullable String unit, String description, Tags tags,
			Function<LinuxCpu, @Nullable Double> value) {
		if (value.apply(this.cpu) != null) {
			FunctionCounter.builder(name, this, (meters) -> {
				Double now = value.apply(meters.cpu);
				return (now != null) ? now : Double.NaN;
			}).description(description).baseUnit(unit).tags(tags).register(this.registry);
		}
	}

}
