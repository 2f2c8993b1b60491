package dev.grpctuning.load.engine;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;

final class ClientProcess {

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	/**
	 * Collectors whose counts are pauses. The cycles of ZGC and Shenandoah are
	 * concurrent.
	 */
	private static final List<GarbageCollectorMXBean> PAUSES = ManagementFactory.getGarbageCollectorMXBeans()
		.stream()
		.filter((collector) -> !collector.getName().endsWith("Cycles"))
		.toList();

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private ClientProcess() {
	}

	static double cpuSeconds() {
		return SYSTEM.getProcessCpuTime() / 1e9;
	}

	static long heapUsedBytes() {
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

	static long gcMillis() {
		return PAUSES.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
	}

	static int threads() {
		return THREADS.getThreadCount();
	}

}
