package dev.grpctuning.load.diff;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.RunDocument;

/** One of two compared results. A run counts as an experiment of one variant. */
record Side(String name, Instant startedAt, Environment environment, Map<String, Variant> variants,
		@Nullable Metric primary) {

	static final List<Class<? extends Record>> KINDS = List.of(RunDocument.class, ExperimentDocument.class);

	static Side of(Record result) {
		if (result instanceof RunDocument run) {
			return new Side(run.name(), run.startedAt(), run.environment(),
					Map.of(run.name(), new Variant(null, List.of(run), false)), null);
		}
		ExperimentDocument experiment = (ExperimentDocument) result;
		ComparisonDocument comparison = experiment.comparison();
		Map<String, Variant> variants = new LinkedHashMap<>();
		experiment.variants()
			.forEach((variant) -> variants.put(variant.name(),
					new Variant(variant.ended(), variant.runs(), experiment.controls().contains(variant.name()))));
		return new Side(experiment.name(), experiment.startedAt(), experiment.environment(), variants,
				(comparison != null) ? comparison.primary() : null);
	}

	Variant variant(String name) {
		return Objects.requireNonNull(this.variants.get(name));
	}

	record Variant(@Nullable Ended ended, List<RunDocument> runs, boolean control) {

		double[] values(Metric metric) {
			return this.runs.stream().mapToDouble(metric::of).filter(metric::isMeasured).toArray();
		}

		boolean hasFigures() {
			return Arrays.stream(Metric.values())
				.anyMatch((metric) -> Arrays.stream(values(metric)).anyMatch((value) -> value > 0));
		}

	}

	/** A variant of one result and what it is compared with in the other. */
	record Pair(String nameA, String nameB, Side.Variant a, Side.Variant b) {

		/** Those of the same name; if each result has but one variant, these two. */
		static List<Pair> of(Side a, Side b) {
			if (a.variants().size() == 1 && b.variants().size() == 1) {
				Map.Entry<String, Side.Variant> first = a.variants().entrySet().iterator().next();
				Map.Entry<String, Side.Variant> second = b.variants().entrySet().iterator().next();
				return List.of(new Pair(first.getKey(), second.getKey(), first.getValue(), second.getValue()));
			}
			return a.variants()
				.keySet()
				.stream()
				.filter(b.variants()::containsKey)
				.map((name) -> new Pair(name, name, a.variant(name), b.variant(name)))
				.toList();
		}

		String name() {
			return this.nameA.equals(this.nameB) ? this.nameA : this.nameA + " -> " + this.nameB;
		}

		List<Change> settings() {
			return (this.a.runs().isEmpty() || this.b.runs().isEmpty()) ? List.of()
					: Change.between(this.a.runs().getFirst(), this.b.runs().getFirst());
		}

		/**
		 * What was measured in both. Calls that were not answered are compared
		 * {@linkplain VariantDiff.NotAnswered in another way}, which single runs suffice
		 * for.
		 */
		List<Metric> metrics() {
			return Arrays.stream(Metric.values())
				.filter((metric) -> metric != Metric.ANSWERED)
				.filter((metric) -> (metric != Metric.GOODPUT && metric != Metric.RECOVERY) || sameObjective())
				.filter((metric) -> metric != Metric.P50 || !bothClosed())
				.filter((metric) -> this.a.values(metric).length != 0 && this.b.values(metric).length != 0)
				.toList();
		}

		/** A constant number of calls is open, so the rate shows the same as the p50. */
		private boolean bothClosed() {
			return Stream.of(this.a, this.b)
				.flatMap((side) -> side.runs().stream())
				.allMatch((run) -> run.plan().closed() != null || run.plan().blocking() != null);
		}

		private boolean sameObjective() {
			return Stream.of(this.a, this.b)
				.flatMap((side) -> side.runs().stream())
				.map((run) -> Optional.ofNullable(run.goodput()).map(RunDocument.Goodput::objectiveMicros))
				.distinct()
				.count() == 1;
		}

	}

}
