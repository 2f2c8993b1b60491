package dev.grpctuning.actuate;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;

/** JVM of the server. */
record JvmDescriptor(String version, int processors, List<String> collectors, long heapUsedBytes, long heapMaxBytes,
		Map<String, Option> options, List<String> flags) {

	private static final List<String> OPTIONS = List.of("UseG1GC", "UseParallelGC", "UseSerialGC", "UseZGC",
			"MaxHeapSize", "InitialHeapSize", "NewRatio", "MaxDirectMemorySize", "ParallelGCThreads");

	static JvmDescriptor ofThisJvm() {
		MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
		return new JvmDescriptor(Runtime.version().toString(), Runtime.getRuntime().availableProcessors(),
				ManagementFactory.getGarbageCollectorMXBeans().stream().map(GarbageCollectorMXBean::getName).toList(),
				heap.getUsed(), heap.getMax(), readOptions(), readFlags());
	}

	private static Map<String, Option> readOptions() {
		Map<String, Option> options = new LinkedHashMap<>();
		OPTIONS.forEach((name) -> option(name)
			.ifPresent((option) -> options.put(name, new Option(option.getValue(), option.getOrigin().toString()))));
		return options;
	}

	static Optional<VMOption> option(String name) {
		HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
		try {
			return Optional.ofNullable(hotSpot).map((bean) -> bean.getVMOption(name));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private static List<String> readFlags() {
		return ManagementFactory.getRuntimeMXBean()
			.getInputArguments()
			.stream()
			.filter((flag) -> flag.startsWith("-X") || flag.startsWith("--"))
			.toList();
	}

	/**
	 * Option of the JVM with its origin: {@code DEFAULT}, {@code ERGONOMIC} and the like.
	 */
	record Option(String value, String origin) {

	}

}
