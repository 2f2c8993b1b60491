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
 * @param baseline name of the variant that the others are compared with
 * @param repeat rounds, in each of which every variant runs once
 * @param directory where everything is written
 */
public record Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
		List<Variant> variants, String baseline, int repeat, Path directory) {

	public Experiment {
		variants = List.copyOf(variants);
	}

	/**
	 * Where the logs of a run are written.
	 * @param variant the variant
	 * @param round round of the experiment, from 1
	 * @return the folder
	 */
	Path directory(Variant variant, int round) {
		Path folder = this.directory.resolve(variant.name());
		return (this.repeat != 1) ? folder.resolve(String.valueOf(round)) : folder;
	}

}
