package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.server.tuning.ExpectedTuning;

/** One server set-up, perhaps in a workload; {@code null} for what others share. */
public record Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
		Map<String, String> properties, @Nullable Path javaHome, @Nullable Workload workload, @Nullable LoadPlan plan,
		@Nullable Path jar) {

	public static final String CONTROL = "A/A control: the baseline once more";

	public Variant {
		jvmOptions = List.copyOf(jvmOptions);
		properties = Map.copyOf(properties);
	}

	public Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, @Nullable Path javaHome, @Nullable Workload workload,
			@Nullable LoadPlan plan) {
		this(name, changes, profile, jvmOptions, properties, javaHome, workload, plan, null);
	}

	Variant control(String control) {
		return new Variant(control, CONTROL, this.profile, this.jvmOptions, this.properties, this.javaHome,
				this.workload, this.plan, this.jar);
	}

	/** Whether it differs from the other in nothing but its name and description. */
	public boolean sameSetupAs(Variant other) {
		return control(this.name).equals(other.control(this.name));
	}

	/** The settings of a server that cannot be changed while it runs. */
	public Variant untuned() {
		Map<String, String> fixed = new HashMap<>(this.properties);
		fixed.keySet().removeIf(ExpectedTuning::isKnob);
		return new Variant("server", null, this.profile, this.jvmOptions, fixed, this.javaHome, null, null, this.jar);
	}

	/** Whether it is the baseline once more. */
	public boolean isControl() {
		return CONTROL.equals(this.changes);
	}

	public Variant withJvmOptions(List<String> options) {
		return new Variant(this.name, this.changes, this.profile, options, this.properties, this.javaHome,
				this.workload, this.plan, this.jar);
	}

	/** Returns its own plan, otherwise that of its workload, otherwise the other one. */
	LoadPlan planOr(LoadPlan other) {
		return (this.plan != null) ? this.plan : (this.workload != null) ? this.workload.plan() : other;
	}

	/** Unique name in the experiment, such as {@code virtual · blocks-1ms}. */
	public String title() {
		return (this.workload != null) ? this.name + " · " + this.workload.name() : this.name;
	}

	/** The variants of each workload, or all. */
	public static Collection<List<Variant>> byWorkload(List<Variant> variants) {
		return variants.stream()
			.collect(Collectors.groupingBy((variant) -> Optional.ofNullable(variant.workload()), LinkedHashMap::new,
					Collectors.toList()))
			.values();
	}

	/** Name of the workload in which variants are compared. */
	public record Workload(String name, @Nullable String changes, Map<String, String> properties, LoadPlan plan) {

		public Workload {
			properties = Map.copyOf(properties);
		}

	}

}
