package dev.grpctuning.load.compare.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.load.compare.experiment.ExperimentProperties.WorkloadProperties;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.PlanScale;
import dev.grpctuning.load.engine.plan.LoadPlan;

/**
 * Puts every variant into every workload, and gives it the plan that is driven there.
 */
final class WorkloadFactory {

	private static final String WORKLOADS = "experiment.workloads";

	private static final String VARIANTS = "experiment.variants";

	private final LoadProperties load;

	private final ExperimentProperties properties;

	private final ExperimentPlans plans;

	private final PlanScale scale;

	WorkloadFactory(LoadProperties load, ExperimentProperties properties, ExperimentPlans plans, PlanScale scale) {
		this.load = load;
		this.properties = properties;
		this.plans = plans;
		this.scale = scale;
	}

	/**
	 * The plan of what says nothing else.
	 */
	LoadPlan plan() {
		return this.plans.plan("the experiment", this.load, Map.of(), this.scale);
	}

	/**
	 * Puts variants into workloads.
	 */
	List<Variant> cross(List<Variant> variants) {
		List<Variant> crossed = new ArrayList<>();
		if (this.properties.workloads().isEmpty()) {
			selected(Set.of());
			variants.forEach((variant) -> crossed.add(in(null, Map.of(), variant)));
		}
		for (int i : selected(names())) {
			WorkloadProperties given = this.properties.workloads().get(i);
			Map<String, Object> own = this.plans.own(WORKLOADS, i);
			String name = String.valueOf(given.name());
			Workload workload = new Workload(name, given.changes(), given.properties(),
					this.plans.plan("workload " + name, this.load, own, this.scale));
			variants.forEach((variant) -> crossed.add(in(workload, own, variant)));
		}
		return crossed;
	}

	private Variant in(@Nullable Workload workload, Map<String, Object> workloadLoad, Variant variant) {
		Map<String, String> server = new LinkedHashMap<>();
		if (workload != null) {
			server.putAll(workload.properties());
		}
		server.putAll(variant.properties());
		Map<String, Object> own = this.plans.own(VARIANTS, index(variant.name()));
		LoadPlan plan = null;
		if (!own.isEmpty()) {
			Map<String, Object> both = new LinkedHashMap<>(workloadLoad);
			both.putAll(own);
			plan = this.plans.plan("variant " + variant.name(), this.load, both, this.scale);
		}
		return new Variant(variant.name(), variant.changes(), variant.profile(), variant.jvmOptions(), server,
				variant.javaHome(), workload, plan);
	}

	private int index(String variant) {
		return IntStream.range(0, this.properties.variants().size())
			.filter((i) -> variant.equals(this.properties.variants().get(i).name()))
			.findFirst()
			.orElseThrow();
	}

	private Set<String> names() {
		Set<String> names = new HashSet<>();
		for (int i = 0; i < this.properties.workloads().size(); i++) {
			String property = WORKLOADS + "[" + i + "].name";
			String name = ExperimentFactory.checkedName(property, this.properties.workloads().get(i).name());
			if (!names.add(name)) {
				throw new InvalidConfigurationPropertyValueException(property, name,
						"It must be unique: another workload has this name.");
			}
		}
		return names;
	}

	/**
	 * Places of the workloads that are to run.
	 */
	private List<Integer> selected(Set<String> names) {
		List<String> only = this.properties.onlyWorkloads();
		if (only != null && names.isEmpty()) {
			throw new InvalidConfigurationPropertyValueException("experiment.only-workloads", String.join(",", only),
					"It must be left out: the experiment has no workloads.");
		}
		if (only != null) {
			ExperimentFactory.checkOnly("experiment.only-workloads", only, names,
					"It must name workloads of the experiment: " + this.properties.workloads()
						.stream()
						.map(WorkloadProperties::name)
						.collect(Collectors.joining(", ")) + ".");
		}
		return IntStream.range(0, this.properties.workloads().size())
			.filter((i) -> only == null || only.contains(this.properties.workloads().get(i).name()))
			.boxed()
			.toList();
	}

}
