package dev.grpctuning.load.compare.result;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.stats.Blocks;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Risk;

/**
 * Result of the rounds of an experiment, or of its batches of slices. A variant is
 * compared with the baseline of its own workload, if there are several.
 *
 * @param rounds number of rounds or batches
 * @param primary the metric that decides
 */
public record ComparisonDocument(String baseline, int rounds, Metric primary, List<Row> rows) {

	/**
	 * Compares variants.
	 * @param controls names of those that have the set-up of their baseline, whose
	 * secrets are masked in a document
	 */
	public static ComparisonDocument of(String baselineName, Question question, List<Variant> variants,
			Set<String> controls) {
		int rounds = variants.stream().mapToInt(Variant::units).max().orElse(0);
		List<List<Variant>> workloads = variants.stream()
			.sorted(Comparator.comparing((variant) -> !variant.plain().equals(baselineName)))
			.collect(Collectors.groupingBy((variant) -> Objects.requireNonNullElse(variant.workload(), ""),
					LinkedHashMap::new, Collectors.toList()))
			.values()
			.stream()
			.filter((workload) -> workload.getFirst().plain().equals(baselineName))
			.toList();
		return new ComparisonDocument(baselineName, rounds, question.primary(),
				new Rows(question, workloads, Math.max(rounds, lastRound(variants)), controls).all());
	}

	/** The last round of whole runs, also of those that have slices too. */
	private static int lastRound(List<Variant> variants) {
		return variants.stream()
			.flatMap((variant) -> variant.rounds().stream())
			.mapToInt(Integer::intValue)
			.max()
			.orElse(0);
	}

	public Set<String> controls() {
		return this.rows.stream().filter(Row::control).map(Row::variant).collect(Collectors.toSet());
	}

	/**
	 * What a variant is in the comparison; {@code null} if it is one of those compared.
	 */
	public @Nullable String role(Variant variant) {
		return variant.plain().equals(this.baseline) ? "baseline"
				: controls().contains(variant.name()) ? "A/A control" : null;
	}

	/**
	 * The values of a metric, one for each unit; not a number where there is none.
	 * @param sliced whether slices are compared, and not whole runs
	 */
	private static double[] values(Metric metric, Variant variant, int rounds, boolean sliced) {
		double[] values = new double[rounds];
		Arrays.fill(values, Double.NaN);
		if (sliced) {
			double[] measured = (variant.slices() != null) ? variant.slices().values(metric) : new double[0];
			System.arraycopy(measured, 0, values, 0, measured.length);
			return values;
		}
		for (int i = 0; i < variant.runs().size(); i++) {
			values[variant.rounds().get(i) - 1] = metric.of(variant.runs().get(i));
		}
		return values;
	}

	/**
	 * One metric of one variant, with its plain name, against the baseline.
	 *
	 * @param exploratory whether it is tested by itself, without regard to how much else
	 * is
	 */
	public record Row(String variant, boolean control, Metric metric, @Nullable MedianInterval median,
			@Nullable Comparison comparison, @Nullable String workload, String plain, boolean exploratory) {

		/**
		 * Difference in the mean of all rounds, as a share; {@code null} if one of the
		 * two has nothing.
		 */
		public @Nullable Double apart() {
			return (this.comparison != null && this.comparison.rounds() != 0 && !this.comparison.isNone())
					? Math.max(this.comparison.ratio(), 1 / this.comparison.ratio()) - 1 : null;
		}

		public Verdict verdict() {
			return (this.comparison != null) ? this.comparison.verdict() : Verdict.NO_DIFFERENCE_SHOWN;
		}

		public boolean differs() {
			return verdict().differs();
		}

	}

	/**
	 * Makes the rows of all workloads, which share the error, and the noise of slices or
	 * of runs. The first variant of each is its baseline. Whole runs of a variant are
	 * compared with whole runs, also if the baseline has slices with others.
	 */
	private record Rows(Question question, List<List<Variant>> workloads, int rounds, Set<String> controls,
			Map<Metric, Blocks> slices, Map<Metric, Blocks> runs) {

		private Rows(Question question, List<List<Variant>> workloads, int rounds, Set<String> controls) {
			this(question, workloads, rounds, controls, new EnumMap<>(Metric.class), new EnumMap<>(Metric.class));
		}

		private List<Row> all() {
			return IntStream.range(0, this.workloads.size())
				.boxed()
				.flatMap((block) -> this.workloads.get(block)
					.stream()
					.flatMap((variant) -> this.question.metrics()
						.stream()
						.sorted()
						.filter((metric) -> isShown(metric, this.workloads.get(block), variant))
						.map((metric) -> row(block, variant, metric))))
				.toList();
		}

		private boolean isShown(Metric metric, List<Variant> workload, Variant variant) {
			Variant baseline = workload.getFirst();
			List<Variant> sides = (variant != baseline) ? List.of(baseline, variant) : workload;
			return (isCompared(metric, baseline, variant.slices() != null) || (metric == Metric.GOODPUT
					&& baseline.runs().stream().anyMatch((run) -> run.outcome().goodput() != null)))
					&& metric.tellsApart(sides.stream().flatMapToDouble((side) -> Arrays.stream(side.values(metric))));
		}

		/** Whether the baseline has it in so many rounds that ratios can be formed. */
		private boolean isCompared(Metric metric, Variant baseline, boolean sliced) {
			return Arrays.stream(values(metric, baseline, this.rounds, sliced))
				.filter((value) -> value > 0)
				.count() >= Math.min(2, this.rounds);
		}

		private Row row(int block, Variant variant, Metric metric) {
			double[] measured = variant.values(metric);
			Variant baseline = this.workloads.get(block).getFirst();
			Comparison comparison = (variant == baseline || !isCompared(metric, baseline, variant.slices() != null))
					? null : compare(block, baseline, variant, metric);
			return new Row(variant.name(), this.controls.contains(variant.name()), metric,
					(measured.length != 0) ? MedianInterval.of(measured) : null, comparison, variant.workload(),
					variant.plain(), metric != this.question.primary() && (comparison == null || !comparison.isNone()));
		}

		private Comparison compare(int block, Variant baseline, Variant variant, Metric metric) {
			Risk shared = shared(variant);
			boolean sliced = variant.slices() != null;
			// The CPU time of a slice is counted in nanoseconds.
			double resolution = (metric == Metric.SERVER_CPU && sliced) ? 0
					: metric.resolution(Stream.of(baseline, variant).flatMap((it) -> it.runs().stream()));
			Risk risk = (metric == this.question.primary()) ? shared
					: new Risk(variant.unit(), Risk.Look.ONLY, variant.unit().familyError());
			return none(metric, baseline, variant, shared).orElseGet(
					() -> (sliced ? this.slices : this.runs).computeIfAbsent(metric, (any) -> blocks(metric, sliced))
						.compare(block, this.workloads.get(block).indexOf(variant), metric.better(), resolution, risk));
		}

		/** Compares how often each has nothing, in the rounds that both have run in. */
		private Optional<Comparison> none(Metric metric, Variant baseline, Variant variant, Risk risk) {
			boolean sliced = variant.slices() != null;
			double[] before = values(metric, baseline, this.rounds, sliced);
			double[] after = values(metric, variant, this.rounds, sliced);
			int[] both = IntStream.range(0, this.rounds)
				.filter((round) -> metric.isMeasured(before[round]) && metric.isMeasured(after[round]))
				.toArray();
			return Comparison.none(IntStream.of(both).mapToDouble((round) -> before[round]).toArray(),
					IntStream.of(both).mapToDouble((round) -> after[round]).toArray(), risk.ofNone(both.length));
		}

		private Blocks blocks(Metric metric, boolean sliced) {
			return new Blocks(this.workloads.stream()
				.map((workload) -> workload.stream()
					.map((variant) -> values(metric, variant, this.rounds, sliced))
					.toArray(double[][]::new))
				.toList());
		}

		/**
		 * The share of a variant in the error. One without the last unit was decided
		 * before.
		 */
		private Risk shared(Variant variant) {
			int comparisons = this.workloads.stream().mapToInt((workload) -> workload.size() - 1).sum();
			int last = this.workloads.stream()
				.filter((workload) -> workload.contains(variant))
				.flatMap(List::stream)
				.filter((other) -> (other.slices() != null) == (variant.slices() != null))
				.mapToInt(Variant::units)
				.max()
				.orElse(0);
			Risk.Look look = (this.question.look() == Risk.Look.LAST && variant.units() < last) ? Risk.Look.DURING
					: this.question.look();
			return new Risk(variant.unit(), look, variant.unit().familyError() / comparisons);
		}

	}

	/**
	 * The question that an experiment answers.
	 *
	 * @param primary metric that decides. All others are exploratory
	 * @param metrics metrics that are compared
	 * @param look when the variants are compared that ran until now
	 */
	public record Question(Metric primary, Set<Metric> metrics, Risk.Look look) {

		/**
		 * Returns the question of an experiment under these plans.
		 * @param latency whether latencies are measured under another, open load
		 * @param primary the primary metric, or {@code null} for the one that fits the
		 * first plan: p99 if it is of another load; the rate if each answer starts the
		 * next call, otherwise p99; with an objective recovery or goodput
		 */
		public static Question of(List<LoadPlan> plans, boolean objective, boolean latency, @Nullable Metric primary) {
			LoadModel model = plans.getFirst().model();
			Metric decides = (primary != null) ? primary : latency ? Metric.P99
					: objective ? withObjective(model) : isClosed(model) ? Metric.THROUGHPUT : Metric.P99;
			Set<Metric> metrics = EnumSet.allOf(Metric.class);
			// As many calls are open all the time: the rate is their number by the mean
			// time.
			if (!latency && plans.stream().allMatch((plan) -> isClosed(plan.model()))) {
				metrics.remove((decides == Metric.P50) ? Metric.THROUGHPUT : Metric.P50);
			}
			return new Question(decides, metrics, Risk.Look.ONLY);
		}

		public Question with(Risk.Look when) {
			return new Question(this.primary, this.metrics, when);
		}

		private static Metric withObjective(LoadModel model) {
			return (model instanceof LoadModel.Open open && !Double.isNaN(open.lastFallSeconds())) ? Metric.RECOVERY
					: Metric.GOODPUT;
		}

		private static boolean isClosed(LoadModel model) {
			return switch (model) {
				case LoadModel.Closed closed -> true;
				case LoadModel.Blocking blocking -> true;
				case LoadModel.Burst burst -> false;
				case LoadModel.Open open -> false;
			};
		}

	}

}
