package dev.grpctuning.load.experiment;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadPlan;

/**
 * Work in which all variants of an experiment are compared, apart from its other work.
 *
 * @param name its name, unique in the experiment
 * @param changes what is special about it, for the reader
 * @param properties properties of the service in this workload, which those of its
 * variants have too
 * @param plan what is driven at each variant, unless the variant has a plan of its own
 */
public record Workload(String name, @Nullable String changes, Map<String, String> properties, LoadPlan plan) {

	public Workload {
		properties = Map.copyOf(properties);
	}

}
