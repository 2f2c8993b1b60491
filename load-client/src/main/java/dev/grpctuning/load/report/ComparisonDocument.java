package dev.grpctuning.load.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ExperimentDocument.Variant;
import dev.grpctuning.load.statistics.Comparison;
import dev.grpctuning.load.statistics.MedianInterval;

/**
 * What the rounds of an experiment have shown.
 *
 * @param baseline the variant that the others are compared with
 * @param rounds rounds that were begun
 * @param rows a row for each metric of each variant, the baseline's first
 */
public record ComparisonDocument(String baseline, int rounds, List<Row> rows) {

	/**
	 * Fixed, so that a result that is drawn again says the same.
	 */
	private static final long SEED = 1;

	static ComparisonDocument of(String baselineName, List<Variant> variants) {
		int rounds = variants.stream()
			.flatMap((variant) -> variant.rounds().stream())
			.mapToInt(Integer::intValue)
			.max()
			.orElse(0);
		List<Row> rows = new ArrayList<>();
		variants.stream().filter((variant) -> variant.name().equals(baselineName)).findFirst().ifPresent((baseline) -> {
			List<Metric> metrics = Arrays.stream(Metric.values())
				.filter((metric) -> Arrays.stream(values(metric, baseline, rounds)).anyMatch((value) -> value > 0))
				.toList();
			int comparisons = metrics.size() * (variants.size() - 1);
			for (Variant variant : variants) {
				for (Metric metric : metrics) {
					rows.add(row(metric, baseline, variant, rounds, comparisons));
				}
			}
		});
		return new ComparisonDocument(baselineName, rounds, List.copyOf(rows));
	}

	private static Row row(Metric metric, Variant baseline, Variant variant, int rounds, int comparisons) {
		double[] values = values(metric, variant, rounds);
		double[] measured = Arrays.stream(values).filter((value) -> value > 0).toArray();
		boolean isBaseline = variant == baseline;
		return new Row(variant.name(), !isBaseline && variant.sameSetupAs(baseline), metric,
				(measured.length != 0) ? MedianInterval.of(measured, SEED) : null, isBaseline ? null
						: Comparison.of(values(metric, baseline, rounds), values, metric.better(), comparisons));
	}

	/**
	 * The values of a metric, one for each round; not a number where there is none.
	 */
	private static double[] values(Metric metric, Variant variant, int rounds) {
		double[] values = new double[rounds];
		Arrays.fill(values, Double.NaN);
		for (int i = 0; i < variant.runs().size(); i++) {
			values[variant.rounds().get(i) - 1] = metric.of(variant.runs().get(i));
		}
		return values;
	}

	/**
	 * One metric of one variant.
	 *
	 * @param variant name of the variant
	 * @param noise whether it is set up as the baseline is, so that what differs is noise
	 * @param metric the metric
	 * @param median its median, or {@code null} if it was not measured in any round
	 * @param comparison against the baseline, {@code null} for the baseline itself
	 */
	public record Row(String variant, boolean noise, Metric metric, @Nullable MedianInterval median,
			@Nullable Comparison comparison) {
	}

}
