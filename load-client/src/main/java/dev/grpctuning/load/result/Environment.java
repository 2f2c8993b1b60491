package dev.grpctuning.load.result;

import java.lang.management.ManagementFactory;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.lab.Lab;
import dev.grpctuning.load.stats.Figures;

/**
 * The machine and the client's JVM.
 *
 * @param calibration what the client can do there, {@code null} if not measured
 */
public record Environment(String os, String osVersion, String arch, int processors, long memoryBytes,
		String javaVersion, String javaVendor, List<String> clientJvmOptions, long clientMaxHeapBytes,
		@Nullable Calibration calibration, Lab lab) {

	public static Environment current() {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		Runtime runtime = Runtime.getRuntime();
		return new Environment(system.getName(), system.getVersion(), system.getArch(), runtime.availableProcessors(),
				system.getTotalMemorySize(), Runtime.version().toString(), System.getProperty("java.vendor", ""),
				Secrets.masked(ManagementFactory.getRuntimeMXBean().getInputArguments()), runtime.maxMemory(), null,
				Lab.current());
	}

	public Environment with(@Nullable Calibration measured) {
		return new Environment(this.os, this.osVersion, this.arch, this.processors, this.memoryBytes, this.javaVersion,
				this.javaVendor, this.clientJvmOptions, this.clientMaxHeapBytes, measured, this.lab);
	}

	/**
	 * What the client does at a server that does nothing.
	 *
	 * @param callsPerSecond highest rate
	 * @param noise spread of this rate from one fifth of a second to the next, as a share
	 * of it
	 * @param lagP99Micros lag of the sends at half of this rate, 99th percentile
	 */
	public record Calibration(double callsPerSecond, double noise, long lagP99Micros) {

		public String rate() {
			return Figures.rate(this.callsPerSecond);
		}

		public long noisePercent() {
			return Math.round(this.noise * 100);
		}

		public String lag() {
			return Figures.micros(this.lagP99Micros);
		}

	}

}
