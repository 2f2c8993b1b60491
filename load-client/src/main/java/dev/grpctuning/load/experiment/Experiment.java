package dev.grpctuning.load.experiment;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadPlan;

/**
 * Variants under one plan.
 *
 * @param name its name, which is part of the result's folder
 * @param description what it is to show
 * @param plan what is driven at each variant
 * @param setup what their servers share
 * @param variants the variants in the order in which they run, at least one
 * @param directory where everything is written
 */
public record Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
		List<Variant> variants, Path directory) {

	public Experiment {
		variants = List.copyOf(variants);
	}

}
