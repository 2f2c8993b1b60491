package dev.grpctuning.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.sun.management.VMOption;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.actuate.TuningDescriptor.KnobDescriptor;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/** Setting of the JVM, fixed when the JVM starts and shown beside the knobs. */
enum JvmKnob {

	COLLECTOR("jvm.collector", null, "Garbage collector. Set by -XX:+UseG1GC, -XX:+UseParallelGC and the like.",
			"UseG1GC", "UseParallelGC", "UseSerialGC", "UseZGC", "UseShenandoahGC"),

	MAX_HEAP("jvm.max-heap", "bytes", "Maximum size of the heap. Set by -Xmx.", "MaxHeapSize"),

	NEW_RATIO("jvm.new-ratio", null, "Ratio of the old generation of the heap to the young one. Set by -XX:NewRatio.",
			"NewRatio");

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
		return Arrays.stream(values())
			.filter((knob) -> Knobs.letters(knob.knobName).equals(Knobs.letters(name)))
			.findFirst();
	}

	static Stream<KnobDescriptor> all() {
		return Arrays.stream(values()).map(JvmKnob::describe);
	}

	String refusal() {
		return "is set when the JVM starts; start it with another flag. " + this.description;
	}

	KnobDescriptor describe() {
		VMOption option = option();
		Object effective = (option != null) ? effective(option) : null;
		boolean given = option != null && option.getOrigin().name().equals("VM_CREATION");
		return new KnobDescriptor(this.knobName, given ? String.valueOf(effective) : null, effective, null,
				Knob.Scope.JVM.name(), given ? "command line of the JVM" : null, this.unit, null, this.description);
	}

	private Object effective(VMOption option) {
		return (this == COLLECTOR) ? option.getName().substring("Use".length()) : Long.valueOf(option.getValue());
	}

	/** The option that holds the value. Of the collectors, the one in use. */
	private @Nullable VMOption option() {
		return this.options.stream()
			.flatMap((name) -> JvmDescriptor.option(name).stream())
			.filter((option) -> !option.getValue().equals("false"))
			.findFirst()
			.orElse(null);
	}

}
