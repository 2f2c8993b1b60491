package dev.grpctuning.load.compare.result;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;

/**
 * What the rounds of an experiment have shown. A variant is compared with the baseline of
 * its own workload, if there are several.
 */
public record ComparisonDocument(String baseline, int rounds, List<Row> rows) {

	/** Fixed, so that a result that is drawn again shows the same. */
	private static final long SEED = 1;

	public static ComparisonDocument of(String baselineName, List<Variant> variants) {
		int rounds = variants.stream()
			.flatMap((variant) -> variant.rounds().stream())
			.mapToInt(Integer::intValue)
			.max()
			.orElse(0);
		List<Compared> workloads = variants.stream()
			.collect(Collectors.groupingBy((variant) -> Optional.ofNullable(variant.workload()), LinkedHashMap::new,
					Collectors.toList()))
			.values()
			.stream()
			.flatMap((workload) -> Compared.of(baselineName, workload, rounds).stream())
			.toList();
		int comparisons = workloads.stream().mapToInt((workload) -> workload.comparisons(rounds)).sum();
		return new ComparisonDocument(baselineName, rounds,
				workloads.stream().flatMap((workload) -> workload.rows(rounds, comparisons)).toList());
	}

	private static Row row(Metric metric, Variant baseline, Variant variant, int rounds, int comparisons) {
		double[] values = values(metric, variant, rounds);
		double[] measured = Arrays.stream(values).filter(metric::isMeasured).toArray();
		boolean isBaseline = variant == baseline;
		return new Row(variant.name(), !isBaseline && variant.sameSetupAs(baseline), metric,
				(measured.length != 0) ? MedianInterval.of(measured, SEED) : null,
				(isBaseline || !Compared.isCompared(metric, baseline, rounds)) ? null
						: compare(metric, values(metric, baseline, rounds), values,
								metric.resolution(Stream.of(baseline, variant).flatMap((it) -> it.runs().stream())),
								comparisons),
				variant.workload(), variant.plain());
	}

	private static Comparison compare(Metric metric, double[] baseline, double[] variant, double resolution,
			int comparisons) {
		int none = (metric.mayBeZero() && Arrays.stream(variant).noneMatch((value) -> value > 0))
				? (int) IntStream.range(0, variant.length)
					.filter((round) -> baseline[round] > 0 && variant[round] == 0)
					.count()
				: 0;
		return (none > 1) ? Comparison.none(none)
				: Comparison.of(baseline, variant, metric.better(), resolution, comparisons);
	}

	public Set<String> controls() {
		return this.rows.stream().filter(Row::control).map(Row::variant).collect(Collectors.toSet());
	}

	/** The values of a metric, one for each round; not a number where there is none. */
	private static double[] values(Metric metric, Variant variant, int rounds) {
		double[] values = new double[rounds];
		Arrays.fill(values, Double.NaN);
		for (int i = 0; i < variant.runs().size(); i++) {
			values[variant.rounds().get(i) - 1] = metric.of(variant.runs().get(i));
		}
		return values;
	}

	/** One metric of one variant, with its plain name, against the baseline. */
	public record Row(String variant, boolean control, Metric metric, @Nullable MedianInterval median,
			@Nullable Comparison comparison, @Nullable String workload, String plain) {

		public Row {
			plain = Objects.requireNonNullElse(plain, variant);
		}

		/** Difference in the mean of all rounds, as a share. */
		public @Nullable Double apart() {
			return (this.comparison != null && this.comparison.rounds() != 0)
					? Math.max(this.comparison.ratio(), 1 / this.comparison.ratio()) - 1 : null;
		}

		public Verdict verdict() {
			return (this.comparison != null) ? this.comparison.verdict() : Verdict.NO_DIFFERENCE_SHOWN;
		}

	}

	private record Compared(Variant baseline, List<Variant> variants, List<Metric> metrics) {

		private static Optional<Compared> of(String baselineName, List<Variant> variants, int rounds) {
			return variants.stream()
				.filter((variant) -> variant.plain().equals(baselineName))
				.findFirst()
				.map((baseline) -> new Compared(baseline, variants,
						Arrays.stream(Metric.values())
							.filter((metric) -> isCompared(metric, baseline, rounds) || (metric == Metric.GOODPUT
									&& baseline.runs().stream().anyMatch((run) -> run.goodput() != null)))
							.toList()));
		}

		/** Whether the baseline has it in so many rounds that ratios can be formed. */
		private static boolean isCompared(Metric metric, Variant baseline, int rounds) {
			return Arrays.stream(values(metric, baseline, rounds)).filter((value) -> value > 0).count() >= Math.min(2,
					rounds);
		}

		private int comparisons(int rounds) {
			return (int) this.variants.stream()
				.filter((variant) -> variant != this.baseline)
				.flatMap((variant) -> metrics(variant).stream())
				.filter((metric) -> isCompared(metric, this.baseline, rounds))
				.count();
		}

		private List<Metric> metrics(Variant variant) {
			List<Variant> sides = (variant != this.baseline) ? List.of(this.baseline, variant) : this.variants;
			return this.metrics.stream()
				.filter((metric) -> metric.tellsApart(sides.stream().flatMap((side) -> side.runs().stream())))
				.toList();
		}

		private Stream<Row> rows(int rounds, int comparisons) {
			return this.variants.stream()
				.flatMap((variant) -> metrics(variant).stream()
					.map((metric) -> row(metric, this.baseline, variant, rounds, comparisons)));
		}

	}

	/** Few rounds: that many comparisons could not even show that a figure doubled. */
	public record TooFewRounds(long useless, int comparisons) {

		/** Counts such comparisons; {@code null} if they are at most half of all. */
		public static @Nullable TooFewRounds of(Stream<Comparison> comparisons) {
			List<Double> smallest = comparisons
				.flatMap((comparison) -> Stream.ofNullable(comparison.minimumDetectableEffect()))
				.toList();
			long useless = smallest.stream().filter((share) -> share > 1).count();
			return (2 * useless > smallest.size()) ? new TooFewRounds(useless, smallest.size()) : null;
		}

	}

}
