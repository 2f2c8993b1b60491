package dev.grpctuning.load.compare.experiment;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;

/**
 * Work in which all variants of an experiment are compared, apart from its other work.
 */
public record Workload(String name, @Nullable String changes, Map<String, String> properties, LoadPlan plan) {

	public Workload {
		properties = Map.copyOf(properties);
	}

}
