package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument.Question;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.server.ServerSpec;

/**
 * Variants under one plan, or under that of each of several workloads.
 *
 * @param scale factor for the lengths of the plans that was applied, above zero
 * @param warmUps what is driven before the first round, or {@code null} to warm up each
 * variant by its own plan if servers are kept
 */
public record Experiment(String name, @Nullable String description, LoadPlan plan, ServerSetup setup,
		List<Variant> variants, String baseline, Path directory, double scale, @Nullable List<WarmUp> warmUps,
		Rounds rounds, Measures measures) {

	/** The question that the experiment answers. */
	public Question question() {
		return Question.of(Stream.concat(Stream.of(this.plan), this.variants.stream().map(this::plan)).toList(),
				this.measures.objective() != null, this.measures.latency() != null, this.measures.metric());
	}

	public LoadPlan plan(Variant variant) {
		return variant.planOr(this.plan);
	}

	public int runs() {
		return this.variants.size() * this.rounds.number();
	}

	/** Titles of the variants that have the set-up of a baseline. */
	public Set<String> controls() {
		return this.variants.stream()
			.filter((variant) -> !isBaseline(variant)
					&& this.variants.stream().filter(this::isBaseline).anyMatch(variant::sameSetupAs))
			.map(Variant::title)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/** Whether the others of its workload are compared with it. */
	public boolean isBaseline(Variant variant) {
		return variant.name().equals(this.baseline);
	}

	/**
	 * Whether its variants differ, and in each workload in nothing but what can be
	 * changed in a running server.
	 */
	public boolean differsInKnobsAlone() {
		return Variant.byWorkload(this.variants)
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
		return this.rounds.several() ? folder.resolve(String.valueOf(round)) : folder;
	}

	/**
	 * How often the variants run.
	 *
	 * @param number number of rounds without a time
	 * @param time budget after which no round begins, instead of a number of rounds
	 * @param seed what the order of the variants in each round is drawn with
	 * @param sliced whether variants take turns in slices after the first round, if they
	 * can
	 */
	public record Rounds(int number, @Nullable Duration time, long seed, boolean sliced) {

		/** A number of rounds, in the order of seed 1. */
		public static Rounds of(int number) {
			return new Rounds(number, null, 1, false);
		}

		public boolean several() {
			return this.time != null || this.number != 1;
		}

	}

	/**
	 * What is measured, and what decides.
	 *
	 * @param metric metric that decides, or {@code null} for the one that fits the load
	 * @param latency load under which latencies are measured, or {@code null} if it is
	 * the plan's
	 * @param objective longest response time of a call that counts as goodput, or
	 * {@code null}
	 * @param profiled whether each variant runs in further servers under Flight Recorder
	 */
	public record Measures(@Nullable Metric metric, @Nullable LatencyLoad latency, @Nullable Duration objective,
			boolean profiled) {

		/** What every experiment measures. */
		public static final Measures USUAL = new Measures(null, null, null, false);

	}

	/** Load before the first round that does not count. */
	public record WarmUp(Variant variant, LoadPlan plan, Duration time) {
	}

	/** What the servers of all variants share; paths are empty for an attached one. */
	public record ServerSetup(Path jar, Path javaHome, List<String> jvmOptions, Map<String, String> properties,
			Duration startTimeout, Duration connectTimeout) {

		public ServerSpec spec(Variant variant, Path directory) {
			List<String> options = new ArrayList<>(this.jvmOptions);
			options.addAll(variant.jvmOptions());
			Map<String, String> all = new TreeMap<>(this.properties);
			all.putAll(variant.properties());
			Path home = (variant.javaHome() != null) ? variant.javaHome() : this.javaHome;
			return new ServerSpec((variant.jar() != null) ? variant.jar() : this.jar, home, variant.profile(), options,
					all, directory);
		}

		/** The set-up of servers that all have the settings of a variant. */
		public ServerSetup with(Variant variant) {
			ServerSpec all = spec(variant, Path.of(""));
			return new ServerSetup(all.jar(), all.javaHome(), all.jvmOptions(), all.properties(), this.startTimeout,
					this.connectTimeout);
		}

	}

}
