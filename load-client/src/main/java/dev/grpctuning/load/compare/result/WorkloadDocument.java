package dev.grpctuning.load.compare.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.result.plan.PlanDocument;

/**
 * A workload of an experiment as it is written to its result file.
 */
public record WorkloadDocument(String name, @Nullable String changes, PlanDocument plan) {

	public String heading() {
		return (this.changes != null) ? this.name + ": " + this.changes : this.name;
	}

}
