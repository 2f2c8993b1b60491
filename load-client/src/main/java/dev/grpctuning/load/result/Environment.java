package dev.grpctuning.load.result;

import java.lang.management.ManagementFactory;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;

import dev.grpctuning.load.failure.Secrets;

/** The machine and the client's JVM. */
public record Environment(String os, String osVersion, String arch, int processors, long memoryBytes,
		String javaVersion, String javaVendor, List<String> clientJvmOptions, long clientMaxHeapBytes) {

	public static Environment current() {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		Runtime runtime = Runtime.getRuntime();
		return new Environment(system.getName(), system.getVersion(), system.getArch(), runtime.availableProcessors(),
				system.getTotalMemorySize(), Runtime.version().toString(), System.getProperty("java.vendor", ""),
				Secrets.masked(ManagementFactory.getRuntimeMXBean().getInputArguments()), runtime.maxMemory());
	}

}
