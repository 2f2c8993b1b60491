package dev.grpctuning.load.engine;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;

/**
 * What this process uses.
 */
final class ClientProcess {

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	/**
	 * Those that count pauses: the cycles of ZGC and Shenandoah pass beside the threads.
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

	/**
	 * Time in pauses for garbage collection since the process started.
	 */
	static long gcMillis() {
		return PAUSES.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
	}

	/**
	 * Live threads; virtual ones are not among them.
	 */
	static int threads() {
		return THREADS.getThreadCount();
	}

}
