package dev.grpctuning.actuate;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.KnobScope;

/**
 * A setting of the JVM, which the endpoint shows beside those of the server. It can be
 * changed only by starting the JVM anew.
 */
enum JvmKnob {

	/** Garbage collector. */
	COLLECTOR("jvm.collector", null, "Garbage collector. Set by -XX:+UseG1GC, -XX:+UseParallelGC and the like.",
			"UseG1GC", "UseParallelGC", "UseSerialGC", "UseZGC", "UseShenandoahGC"),

	/** Greatest size of the heap. */
	MAX_HEAP("jvm.max-heap", "bytes", "Greatest size of the heap. Set by -Xmx.", "MaxHeapSize"),

	/** Ratio of the old generation to the young one. */
	NEW_RATIO("jvm.new-ratio", null, "Ratio of the old generation of the heap to the young one. Set by -XX:NewRatio.",
			"NewRatio");

	private static final String COMMAND_LINE = "VM_CREATION";

	private final String knobName;

	private final @Nullable String unit;

	private final String description;

	private final List<String> options;

	JvmKnob(String knobName, @Nullable String unit, String description, String... options) {
		this.knobName = knobName;
		this.unit = unit;
		this.description = description;
		this.options = List.of(options);
	}

	static Optional<JvmKnob> find(String name) {
		return Arrays.stream(values()).filter((knob) -> uniform(knob.knobName).equals(uniform(name))).findFirst();
	}

	private static String uniform(String name) {
		return name.replaceAll("[^\\p{Alnum}]", "").toLowerCase(Locale.ROOT);
	}

	static Stream<KnobDescriptor> all() {
		return Arrays.stream(values()).map(JvmKnob::describe);
	}

	/**
	 * Why a change is refused.
	 */
	String refusal() {
		return "is set when the JVM starts; start it with another flag. " + this.description;
	}

	KnobDescriptor describe() {
		VMOption option = option();
		Object effective = (option != null) ? effective(option) : null;
		boolean given = option != null && option.getOrigin().name().equals(COMMAND_LINE);
		return new KnobDescriptor(this.knobName, given ? String.valueOf(effective) : null, effective, null,
				KnobScope.JVM.name(), given ? "command line of the JVM" : null, this.unit, this.description);
	}

	private Object effective(VMOption option) {
		return (this == COLLECTOR) ? option.getName().substring("Use".length()) : Long.valueOf(option.getValue());
	}

	/**
	 * The option that holds the value; of the collectors, the one that is used.
	 */
	private @Nullable VMOption option() {
		HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
		if (hotSpot == null) {
			return null;
		}
		for (String name : this.options) {
			try {
				VMOption option = hotSpot.getVMOption(name);
				if (!option.getValue().equals("false")) {
					return option;
				}
			}
			catch (IllegalArgumentException ex) {
				// This JVM does not have the option.
				continue;
			}
		}
		return null;
	}

}
