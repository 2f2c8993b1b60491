package dev.grpctuning.load.engine;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;

/**
 * What this process uses.
 */
final class ClientProcess {

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	private ClientProcess() {
	}

	static double cpuSeconds() {
		return SYSTEM.getProcessCpuTime() / 1e9;
	}

	static long heapUsedBytes() {
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

}
