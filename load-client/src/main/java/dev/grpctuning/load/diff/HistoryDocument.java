package dev.grpctuning.load.diff;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diff.HistoryCommand.Entry;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Better;

/** Results over time, in the order of their start, and where their figures change. */
@ResultFile.Kind("history")
record HistoryDocument(int schema, List<Point> results, List<Series> series) {

	/** Without A/A controls. */
	static HistoryDocument of(List<Entry> entries) {
		Set<String> variants = new LinkedHashSet<>();
		entries.forEach((entry) -> entry.result()
			.variants()
			.forEach((name, variant) -> variants.addAll(variant.control() ? List.of() : List.of(name))));
		return new HistoryDocument(RunDocument.SCHEMA,
				entries.stream().map((entry) -> new Point(entry.name(), entry.result().startedAt())).toList(),
				variants.stream()
					.flatMap((variant) -> Arrays.stream(Metric.values())
						.flatMap((metric) -> Stream.ofNullable(Series.of(variant, metric, entries))))
					.toList());
	}

	long changes() {
		return this.series.stream().mapToLong((line) -> line.changes().size()).sum();
	}

	/** A result. */
	record Point(String name, Instant startedAt) {
	}

	/**
	 * A figure of a variant in each result.
	 *
	 * @param values median of the runs, {@code null} where the figure was not measured
	 */
	record Series(String variant, Metric metric, List<@Nullable Double> values, List<Change> changes) {

		private static @Nullable Series of(String variant, Metric metric, List<Entry> entries) {
			List<@Nullable Double> values = new ArrayList<>();
			List<Integer> measured = new ArrayList<>();
			for (Entry entry : entries) {
				Side.Variant of = entry.result().variants().get(variant);
				double[] runs = (of == null || of.control()) ? new double[0]
						: DoubleStream.of(of.values(metric))
							.filter((value) -> value > 0 && Double.isFinite(value))
							.toArray();
				if (runs.length != 0) {
					measured.add(values.size());
				}
				values.add((runs.length != 0) ? median(runs) : null);
			}
			return measured.isEmpty() ? null : new Series(variant, metric, values, changes(metric, values, measured));
		}

		private static List<Change> changes(Metric metric, List<@Nullable Double> values, List<Integer> measured) {
			double[] figures = measured.stream()
				.mapToDouble((index) -> Objects.requireNonNull(values.get(index)))
				.toArray();
			List<EDivisive.Place> places = EDivisive.places(figures);
			List<Change> changes = new ArrayList<>();
			int from = 0;
			for (int i = 0; i < places.size(); i++) {
				int at = places.get(i).at();
				int to = (i + 1 < places.size()) ? places.get(i + 1).at() : figures.length;
				double before = median(Arrays.copyOfRange(figures, from, at));
				double after = median(Arrays.copyOfRange(figures, at, to));
				changes.add(new Change(measured.get(at), before, after, after / before - 1,
						(after > before) == (metric.better() == Better.HIGHER), places.get(i).chance()));
				from = at;
			}
			return changes;
		}

		private static double median(double[] values) {
			return Median.withDefaults().evaluate(values);
		}

	}

	/**
	 * A result from which on a figure differs.
	 *
	 * @param result index of the first result after the change
	 * @param before median since the change before
	 * @param after median until the next change
	 * @param change relative change
	 * @param better whether the figure became better
	 * @param pValue how often chance alone makes such a change
	 */
	record Change(int result, double before, double after, double change, boolean better, double pValue) {
	}

}
