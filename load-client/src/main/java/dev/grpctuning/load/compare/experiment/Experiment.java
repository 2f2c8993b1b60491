package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.server.tuning.ExpectedTuning;

/**
 * Variants under one plan, or under that of each of several workloads.
 *
 * @param scale factor for the lengths of the plans that was applied, above zero
 * @param warmUps what is driven before the first round, or {@code null} to warm up each
 * variant by its own plan if servers are kept
 */
public record Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
		List<Variant> variants, String baseline, int repeat, Path directory, double scale,
		@Nullable List<WarmUp> warmUps, @Nullable Duration objective) {

	public LoadPlan plan(Variant variant) {
		if (variant.plan() != null) {
			return variant.plan();
		}
		return (variant.workload() != null) ? variant.workload().plan() : this.plan;
	}

	public int runs() {
		return this.variants.size() * this.repeat;
	}

	/** Whether its variants differ in knobs, and in nothing else. */
	public boolean differsInKnobsAlone() {
		return kinds((name) -> !ExpectedTuning.isKnob(name)) == 1 && kinds((name) -> true) > 1;
	}

	private long kinds(Predicate<String> property) {
		return this.variants.stream().map((variant) -> {
			Map<String, String> properties = new HashMap<>(variant.properties());
			properties.keySet().removeIf(property.negate());
			return new Variant("", null, variant.profile(), variant.jvmOptions(), properties, variant.javaHome(), null,
					null);
		}).distinct().count();
	}

	public Path directory(Variant variant, int round) {
		Path folder = (variant.workload() != null) ? this.directory.resolve(variant.workload().name()) : this.directory;
		folder = folder.resolve(variant.name());
		return (this.repeat != 1) ? folder.resolve(String.valueOf(round)) : folder;
	}

	/** What is driven for a time before the first round and does not count. */
	public record WarmUp(Variant variant, LoadPlan plan, Duration time) {
	}

}
