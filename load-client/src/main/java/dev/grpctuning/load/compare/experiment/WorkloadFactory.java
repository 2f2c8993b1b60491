package dev.grpctuning.load.compare.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.load.compare.experiment.ExperimentProperties.WorkloadProperties;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.PlanScale;
import dev.grpctuning.load.engine.plan.LoadPlan;

/** Puts every variant into every workload, and gives it the plan that is driven there. */
record WorkloadFactory(LoadProperties load, ExperimentProperties properties, ExperimentPlans plans, PlanScale scale) {

	private static final String WORKLOADS = "experiment.workloads";

	LoadPlan plan() {
		return plan("the experiment", Map.of());
	}

	private LoadPlan plan(String whose, Map<String, Object> own) {
		return this.plans.plan(whose, this.load, own, this.scale, this.properties.objective());
	}

	List<Variant> cross(List<Variant> variants) {
		List<WorkloadProperties> given = this.properties.workloads();
		List<String> only = this.properties.onlyWorkloads();
		if (given.isEmpty()) {
			if (only != null) {
				throw new InvalidConfigurationPropertyValueException("experiment.only-workloads",
						String.join(",", only), "It must be left out: the experiment has no workloads.");
			}
			return variants.stream().map((variant) -> in(null, Map.of(), variant)).toList();
		}
		List<String> names = ExperimentFactory.checkedNames(WORKLOADS,
				given.stream().<@Nullable String>map(WorkloadProperties::name).toList());
		List<Variant> crossed = new ArrayList<>();
		for (int i : ExperimentFactory.selected("experiment.only-workloads", only, "workloads", names)) {
			Map<String, Object> own = this.plans.own(WORKLOADS, i);
			Variant.Workload workload = new Variant.Workload(names.get(i), given.get(i).changes(),
					given.get(i).properties(), plan("workload " + names.get(i), own));
			variants.forEach((variant) -> crossed.add(in(workload, own, variant)));
		}
		return crossed;
	}

	private Variant in(Variant.@Nullable Workload workload, Map<String, Object> workloadLoad, Variant variant) {
		Map<String, String> server = new LinkedHashMap<>();
		if (workload != null) {
			server.putAll(workload.properties());
		}
		server.putAll(variant.properties());
		int place = IntStream.range(0, this.properties.variants().size())
			.filter((i) -> variant.name().equals(this.properties.variants().get(i).name()))
			.findFirst()
			.orElseThrow();
		Map<String, Object> own = this.plans.own("experiment.variants", place);
		Map<String, Object> both = new LinkedHashMap<>(workloadLoad);
		both.putAll(own);
		return new Variant(variant.name(), variant.changes(), variant.profile(), variant.jvmOptions(), server,
				variant.javaHome(), workload, own.isEmpty() ? null : plan("variant " + variant.name(), both),
				variant.jar());
	}

}
