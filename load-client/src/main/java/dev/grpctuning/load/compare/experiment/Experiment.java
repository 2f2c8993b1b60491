package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.result.Question;
import dev.grpctuning.load.engine.plan.LoadPlan;

/**
 * Variants under one plan, or under that of each of several workloads.
 *
 * @param scale factor for the lengths of the plans that was applied, above zero
 * @param warmUps what is driven before the first round, or {@code null} to warm up each
 * variant by its own plan if servers are kept
 * @param time budget after which no round begins, instead of a number of rounds
 * @param seed what the order of the variants in each round is drawn with
 * @param metric metric that decides, or {@code null} for the one that fits the load
 * @param latency load under which latencies are measured, or {@code null} if it is the
 * plan's
 * @param profiled whether each variant runs once more under Flight Recorder
 */
public record Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
		List<Variant> variants, String baseline, int repeat, Path directory, double scale,
		@Nullable List<WarmUp> warmUps, @Nullable Duration objective, boolean profiled, @Nullable Duration time,
		long seed, @Nullable Metric metric, @Nullable LatencyLoad latency) {

	/** An experiment of a number of rounds, in the order of seed 1. */
	public Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
			List<Variant> variants, String baseline, int repeat, Path directory, double scale,
			@Nullable List<WarmUp> warmUps, @Nullable Duration objective, boolean profiled) {
		this(name, description, plan, setup, variants, baseline, repeat, directory, scale, warmUps, objective, profiled,
				null, 1, null, null);
	}

	/** The question that the experiment answers. */
	public Question question() {
		return Question.of(Stream.concat(Stream.of(this.plan), this.variants.stream().map(this::plan)).toList(),
				this.objective != null, this.latency != null, this.metric);
	}

	public LoadPlan plan(Variant variant) {
		return variant.planOr(this.plan);
	}

	public int runs() {
		return this.variants.size() * this.repeat;
	}

	/** Titles of the variants that have the set-up of a baseline. */
	public Set<String> controls() {
		return this.variants.stream()
			.filter((variant) -> !isBaseline(variant)
					&& this.variants.stream().filter(this::isBaseline).anyMatch(variant::sameSetupAs))
			.map(Variant::title)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	private boolean isBaseline(Variant variant) {
		return variant.name().equals(this.baseline);
	}

	/**
	 * Whether its variants differ, and in each workload in nothing but what can be
	 * changed in a running server.
	 */
	public boolean differsInKnobsAlone() {
		Map<Optional<Variant.Workload>, List<Variant>> workloads = this.variants.stream()
			.collect(Collectors.groupingBy((variant) -> Optional.ofNullable(variant.workload())));
		return workloads.values()
			.stream()
			.allMatch((same) -> same.stream().map(Variant::untuned).distinct().count() == 1
					&& same.stream().map(Variant::properties).distinct().count() > 1);
	}

	/** The folder of everything about a variant. */
	public Path directory(Variant variant) {
		Path folder = (variant.workload() != null) ? this.directory.resolve(variant.workload().name()) : this.directory;
		return folder.resolve(variant.name());
	}

	public Path directory(Variant variant, int round) {
		Path folder = directory(variant);
		return (this.repeat != 1 || this.time != null) ? folder.resolve(String.valueOf(round)) : folder;
	}

	/** Load before the first round that does not count. */
	public record WarmUp(Variant variant, LoadPlan plan, Duration time) {
	}

}
