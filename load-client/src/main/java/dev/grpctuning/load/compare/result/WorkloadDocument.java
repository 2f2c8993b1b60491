package dev.grpctuning.load.report;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.experiment.Experiment;
import dev.grpctuning.load.experiment.Variant;
import dev.grpctuning.load.experiment.Workload;

/**
 * A workload of an experiment as it is written to its result file.
 *
 * @param name its name
 * @param changes what is special about it
 * @param plan what was driven at each variant that has no other plan
 */
public record WorkloadDocument(String name, @Nullable String changes, PlanDocument plan) {

	static @Nullable List<WorkloadDocument> of(Experiment experiment) {
		List<WorkloadDocument> workloads = experiment.variants()
			.stream()
			.map(Variant::workload)
			.filter(Objects::nonNull)
			.distinct()
			.map(WorkloadDocument::of)
			.toList();
		return workloads.isEmpty() ? null : workloads;
	}

	private static WorkloadDocument of(Workload workload) {
		return new WorkloadDocument(workload.name(), workload.changes(), PlanDocument.of(workload.plan()));
	}

	/**
	 * What it is called where there is room for it.
	 * @return its name and what is special about it
	 */
	String heading() {
		return (this.changes != null) ? this.name + ": " + this.changes : this.name;
	}

}
