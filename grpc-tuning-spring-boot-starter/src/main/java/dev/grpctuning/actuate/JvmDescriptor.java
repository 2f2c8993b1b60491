package dev.grpctuning.actuate;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;

/**
 * The JVM that the server runs in. It can be changed only by starting it anew.
 *
 * @param version version of Java
 * @param processors processors that the JVM sees
 * @param collectors names of the garbage collectors
 * @param heapUsedBytes heap in use
 * @param heapMaxBytes greatest size of the heap
 * @param options values of options that matter to a server, with where each comes from
 * @param flags flags that the JVM was started with; system properties are left out
 */
public record JvmDescriptor(String version, int processors, List<String> collectors, long heapUsedBytes,
		long heapMaxBytes, Map<String, Option> options, List<String> flags) {

	private static final List<String> OPTIONS = List.of("UseG1GC", "UseParallelGC", "UseSerialGC", "UseZGC",
			"MaxHeapSize", "InitialHeapSize", "NewRatio", "MaxDirectMemorySize", "ParallelGCThreads");

	static JvmDescriptor ofThisJvm() {
		MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
		return new JvmDescriptor(Runtime.version().toString(), Runtime.getRuntime().availableProcessors(),
				ManagementFactory.getGarbageCollectorMXBeans().stream().map(GarbageCollectorMXBean::getName).toList(),
				heap.getUsed(), heap.getMax(), readOptions(), readFlags());
	}

	private static Map<String, Option> readOptions() {
		HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
		Map<String, Option> options = new LinkedHashMap<>();
		if (hotSpot == null) {
			return options;
		}
		for (String name : OPTIONS) {
			try {
				VMOption option = hotSpot.getVMOption(name);
				options.put(name, new Option(option.getValue(), option.getOrigin().toString()));
			}
			catch (IllegalArgumentException ex) {
				// This JVM does not have the option.
				continue;
			}
		}
		return options;
	}

	private static List<String> readFlags() {
		List<String> flags = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
		flags.removeIf((flag) -> !flag.startsWith("-X") && !flag.startsWith("--"));
		return flags;
	}

	/**
	 * Value of an option of the JVM.
	 *
	 * @param value the value
	 * @param origin {@code DEFAULT}, {@code VM_CREATION} (command line),
	 * {@code ERGONOMIC} and the like
	 */
	public record Option(String value, String origin) {

	}

}
