package dev.grpctuning.load.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.server.ExpectedTuning;

/**
 * Variants under one plan, or under that of each of several workloads.
 *
 * @param name its name, which is part of the result's folder
 * @param description what it is to show
 * @param plan what is driven at each variant that has no other plan
 * @param setup what their servers share
 * @param variants the variants in the order in which they run, at least one
 * @param baseline name of the variant that the others are compared with
 * @param repeat rounds, in each of which every variant runs once
 * @param directory where everything is written
 * @param scale by what the plans are longer than they were described, above zero
 */
public record Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
		List<Variant> variants, String baseline, int repeat, Path directory, double scale) {

	public Experiment {
		variants = List.copyOf(variants);
		if (!(scale > 0)) {
			throw new IllegalArgumentException("scale: " + scale + " (expected: > 0)");
		}
	}

	/**
	 * An experiment whose plans are as they were described.
	 * @param name its name, which is part of the result's folder
	 * @param description what it is to show
	 * @param plan what is driven at each variant
	 * @param setup what their servers share
	 * @param variants the variants in the order in which they run, at least one
	 * @param baseline name of the variant that the others are compared with
	 * @param repeat rounds, in each of which every variant runs once
	 * @param directory where everything is written
	 */
	public Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
			List<Variant> variants, String baseline, int repeat, Path directory) {
		this(name, description, plan, setup, variants, baseline, repeat, directory, 1);
	}

	/**
	 * What is driven at a variant.
	 * @param variant one of its variants
	 * @return its own plan, else that of its workload, else that of the experiment
	 */
	public LoadPlan plan(Variant variant) {
		if (variant.plan() != null) {
			return variant.plan();
		}
		return (variant.workload() != null) ? variant.workload().plan() : this.plan;
	}

	/**
	 * How many runs it has.
	 * @return the number of variants times that of the rounds
	 */
	public int runs() {
		return this.variants.size() * this.repeat;
	}

	/**
	 * How long all runs take if nothing holds them up: warm-ups as long as they may be,
	 * and no open calls to be waited for at their ends.
	 * @param servers where its servers come from
	 * @return the time of all, with that between two runs
	 */
	public Duration length(RunServers servers) {
		Duration round = sum(this.variants, (model) -> model.sendingTime().plus(servers.changeover()));
		return new WarmUpRound(this, servers).length().plus(round.multipliedBy(this.repeat));
	}

	/**
	 * Whether its variants differ in nothing but {@code grpc.tuning.*}, and each run has
	 * a server of its own all the same.
	 * @param servers where its servers come from
	 * @return whether one server might be changed instead
	 */
	public boolean mayBeRetuned(RunServers servers) {
		Set<Variant> others = this.variants.stream().map(Experiment::withoutKnobs).collect(Collectors.toSet());
		Set<Variant> all = this.variants.stream()
			.map((variant) -> named(variant, variant.properties()))
			.collect(Collectors.toSet());
		return !servers.kept() && others.size() == 1 && all.size() > 1;
	}

	private static Variant withoutKnobs(Variant variant) {
		Map<String, String> properties = new HashMap<>(variant.properties());
		properties.keySet().removeIf(ExpectedTuning::isKnob);
		return named(variant, properties);
	}

	private static Variant named(Variant variant, Map<String, String> properties) {
		return new Variant("", null, variant.profile(), variant.jvmOptions(), properties, variant.javaHome(), null,
				null);
	}

	Duration sum(List<Variant> some, Function<LoadModel, Duration> time) {
		return some.stream().map((variant) -> time.apply(plan(variant).model())).reduce(Duration.ZERO, Duration::plus);
	}

	/**
	 * Where the logs of a run are written.
	 * @param variant the variant
	 * @param round round of the experiment, from 1
	 * @return the folder
	 */
	Path directory(Variant variant, int round) {
		Path folder = (variant.workload() != null) ? this.directory.resolve(variant.workload().name()) : this.directory;
		folder = folder.resolve(variant.name());
		return (this.repeat != 1) ? folder.resolve(String.valueOf(round)) : folder;
	}

}
