package dev.grpctuning.load.report;

import java.lang.management.ManagementFactory;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;

/**
 * The machine and the client's JVM.
 *
 * @param os name of the operating system
 * @param osVersion its version, on Linux that of the kernel
 * @param arch processor architecture
 * @param processors processors that the JVM may use
 * @param memoryBytes memory of the machine, or of the container
 * @param javaVersion version of the client's Java runtime
 * @param javaVendor who built it
 * @param clientJvmOptions options of the client's JVM
 * @param clientMaxHeapBytes largest heap that the client may use
 */
public record Environment(String os, String osVersion, String arch, int processors, long memoryBytes,
		String javaVersion, String javaVendor, List<String> clientJvmOptions, long clientMaxHeapBytes) {

	/**
	 * What this process runs on.
	 * @return the environment
	 */
	static Environment current() {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		Runtime runtime = Runtime.getRuntime();
		return new Environment(system.getName(), system.getVersion(), system.getArch(), runtime.availableProcessors(),
				system.getTotalMemorySize(), Runtime.version().toString(), System.getProperty("java.vendor", ""),
				ManagementFactory.getRuntimeMXBean().getInputArguments().stream().map(Environment::masked).toList(),
				runtime.maxMemory());
	}

	/**
	 * Hides a password that was given as a system property.
	 */
	static String masked(String option) {
		return option.replaceFirst("(?i)^(-D[^=]*password[^=]*=).*", "$1******");
	}

}
