package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.WarmUpRound;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.server.tuning.ExpectedTuning;

/**
 * Variants under one plan, or under that of each of several workloads.
 *
 * @param variants the variants in the order in which they run, at least one
 * @param scale factor for the lengths of the plans that was applied, above zero
 * @param warmUps what is driven before the first round, or {@code null} to warm up each
 * variant by its own plan if servers are kept
 */
public record Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
		List<Variant> variants, String baseline, int repeat, Path directory, double scale,
		@Nullable List<WarmUp> warmUps) {

	public Experiment {
		variants = List.copyOf(variants);
	}

	/**
	 * An experiment whose variants are warmed up by their own plans.
	 */
	public Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
			List<Variant> variants, String baseline, int repeat, Path directory, double scale) {
		this(name, description, plan, setup, variants, baseline, repeat, directory, scale, null);
	}

	/**
	 * What is driven at a variant.
	 */
	public LoadPlan plan(Variant variant) {
		if (variant.plan() != null) {
			return variant.plan();
		}
		return (variant.workload() != null) ? variant.workload().plan() : this.plan;
	}

	/**
	 * How many runs it has.
	 */
	public int runs() {
		return this.variants.size() * this.repeat;
	}

	/**
	 * How long all runs take if nothing holds them up: warm-ups as long as they may be,
	 * and no open calls to be waited for at their ends.
	 */
	public Duration length(RunServers servers) {
		Duration round = sum(this.variants, (model) -> model.sendingTime().plus(servers.changeover()));
		return new WarmUpRound(this, servers).length().plus(round.multipliedBy(this.repeat));
	}

	/**
	 * Whether its variants differ in nothing but {@code grpc.tuning.*}, and each run has
	 * a server of its own all the same.
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

	public Duration sum(List<Variant> some, Function<LoadModel, Duration> time) {
		return some.stream().map((variant) -> time.apply(plan(variant).model())).reduce(Duration.ZERO, Duration::plus);
	}

	/**
	 * Where the logs of a run are written.
	 */
	public Path directory(Variant variant, int round) {
		Path folder = (variant.workload() != null) ? this.directory.resolve(variant.workload().name()) : this.directory;
		folder = folder.resolve(variant.name());
		return (this.repeat != 1) ? folder.resolve(String.valueOf(round)) : folder;
	}

}
