package dev.grpctuning.console.sample;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LinuxCpu;

/** Reads the JVM and the machine. */
final class JvmFigures {

	private static final double MEGABYTE = 1 << 20;

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	/** Without those that count cycles, in which the application goes on. */
	private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans()
		.stream()
		.filter((collector) -> !collector.getName().endsWith("Cycles"))
		.toList();

	private final LinuxCpu linux = new LinuxCpu(Path.of("/"));

	private long cpuNanos = cpuNanos();

	private long pausedMillis = pausedMillis();

	private LinuxCpu.@Nullable Machine machine = this.linux.machine();

	/** Returns the figures since the last call. */
	Point.Jvm read(double seconds) {
		MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
		return new Point.Jvm(ManagementFactory.getThreadMXBean().getThreadCount(), megabytes(heap.getUsed()),
				(heap.getMax() > 0) ? (Double) megabytes(heap.getMax()) : null, gc(seconds), cpu(seconds), machine());
	}

	private static double megabytes(long bytes) {
		return Rounded.toTenths(bytes / MEGABYTE);
	}

	private @Nullable Double cpu(double seconds) {
		long before = this.cpuNanos;
		this.cpuNanos = cpuNanos();
		double available = seconds * Runtime.getRuntime().availableProcessors();
		return (before < 0) ? null : percent((this.cpuNanos - before) / 1e9 / available);
	}

	private double gc(double seconds) {
		long before = this.pausedMillis;
		this.pausedMillis = pausedMillis();
		return percent((this.pausedMillis - before) / (seconds * TimeUnit.SECONDS.toMillis(1)));
	}

	private @Nullable Double machine() {
		LinuxCpu.Machine before = this.machine;
		LinuxCpu.Machine now = this.linux.machine();
		this.machine = now;
		if (before == null || now == null) {
			return null;
		}
		double taken = now.since(before).takenShare();
		return Double.isNaN(taken) ? null : (Double) percent(taken);
	}

	private static double percent(double share) {
		return Rounded.toTenths(Math.min(1, Math.max(0, share)) * 100);
	}

	private static long cpuNanos() {
		return SYSTEM.getProcessCpuTime();
	}

	private static long pausedMillis() {
		return COLLECTORS.stream().mapToLong((collector) -> Math.max(0, collector.getCollectionTime())).sum();
	}

}
