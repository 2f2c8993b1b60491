package dev.grpctuning.load.diff;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diff.HistoryCommand.Entry;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;

/** Results over time, in the order of their start, and where their figures change. */
@ResultFile.Kind("history")
record HistoryDocument(int schema, List<Point> results, List<Series> series) {

	private static final Table<Row> TABLE = new Table<Row>().text("variant", (row) -> row.series().variant())
		.text("figure", (row) -> row.series().metric().title())
		.number("results", (row) -> row.series().measured().size())
		.number("first", (row) -> row.show(row.series().measured().getFirst()))
		.number("last", (row) -> row.show(row.series().measured().getLast()))
		.text("changed at", Row::at)
		.number("before", (row) -> (row.change() != null) ? row.show(row.change().before()) : null)
		.number("after", (row) -> (row.change() != null) ? row.show(row.change().after()) : null)
		.number("change", (row) -> (row.change() != null) ? String.format(Locale.ROOT, "%+.1f %% (%s)",
				row.change().change() * 100, row.change().better() ? "better" : "worse") : null);

	/** Without A/A controls. */
	static HistoryDocument of(List<Entry> entries) {
		Set<String> variants = entries.stream()
			.flatMap((entry) -> entry.result().withoutControls().stream().map(Variant::name))
			.collect(Collectors.toCollection(LinkedHashSet::new));
		return new HistoryDocument(ResultFile.SCHEMA,
				entries.stream().map((entry) -> new Point(entry.name(), entry.result().startedAt())).toList(),
				variants.stream()
					.flatMap((variant) -> Arrays.stream(Metric.values())
						.flatMap((metric) -> Stream.ofNullable(Series.of(variant, metric, entries))))
					.toList());
	}

	/** A row for each change of a series, or one for a series without. */
	String text() {
		List<Row> rows = this.series.stream()
			.flatMap((line) -> line.changes().isEmpty() ? Stream.of(new Row(line, null, "-"))
					: line.changes()
						.stream()
						.map((change) -> new Row(line, change, this.results.get(change.result()).name())))
			.toList();
		return TABLE.terminal(rows)
				+ "\nResults: %d, from %s to %s. Changes: %d. A change has three results or more before it and after it."
					.formatted(this.results.size(), this.results.getFirst().startedAt(),
							this.results.getLast().startedAt(),
							this.series.stream().mapToInt((line) -> line.changes().size()).sum());
	}

	/** A line for each result and a column for each figure, as Apache Otava reads it. */
	String csv() {
		Table<Integer> table = new Table<Integer>().text("time", (index) -> this.results.get(index).startedAt())
			.text("result", (index) -> this.results.get(index).name());
		for (Series line : this.series) {
			table = table.number(line.variant() + "." + Templates.kebab(line.metric()),
					(index) -> line.values().get(index));
		}
		return table.csv(IntStream.range(0, this.results.size()).boxed().toList());
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
			List<@Nullable Double> values = entries.stream()
				.map((entry) -> value(variant, metric, entry.result()))
				.collect(Collectors.toList());
			int[] measured = IntStream.range(0, values.size()).filter((index) -> values.get(index) != null).toArray();
			return (measured.length != 0) ? new Series(variant, metric, values, changes(metric, values, measured))
					: null;
		}

		private static @Nullable Double value(String variant, Metric metric, ExperimentDocument result) {
			double[] runs = result.withoutControls()
				.stream()
				.filter((other) -> other.name().equals(variant))
				.flatMapToDouble((other) -> DoubleStream.of(other.values(metric)))
				.filter((value) -> value > 0 && Double.isFinite(value))
				.toArray();
			return (runs.length != 0) ? median(runs) : null;
		}

		private static List<Change> changes(Metric metric, List<@Nullable Double> values, int[] measured) {
			double[] figures = IntStream.of(measured)
				.mapToDouble((index) -> Objects.requireNonNull(values.get(index)))
				.toArray();
			List<EDivisive.Place> places = EDivisive.places(figures);
			List<Change> changes = new ArrayList<>();
			for (int i = 0; i < places.size(); i++) {
				int from = (i != 0) ? places.get(i - 1).at() : 0;
				int at = places.get(i).at();
				int to = (i + 1 < places.size()) ? places.get(i + 1).at() : figures.length;
				double before = median(Arrays.copyOfRange(figures, from, at));
				double after = median(Arrays.copyOfRange(figures, at, to));
				changes.add(new Change(measured[at], before, after, after / before - 1,
						(after > before) == (metric.better() == Better.HIGHER), places.get(i).chance()));
			}
			return changes;
		}

		private List<Double> measured() {
			return this.values.stream().flatMap(Stream::ofNullable).toList();
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

	/** A series, or one of its changes. */
	private record Row(Series series, @Nullable Change change, String at) {

		private String show(double value) {
			return this.series.metric().text(value);
		}

	}

	/**
	 * Finds the places at which a series of figures changes its distribution, without
	 * knowing how many there are: E-divisive by Matteson and James, "A nonparametric
	 * approach for multiple change point analysis of multivariate data" (JASA 109, 2014),
	 * with the exponent 1. Each step divides the parts found so far where the energy
	 * distance between the two sides of a place is largest. A permutation test within the
	 * parts says whether so large a distance comes by chance. The search ends at the
	 * first that does.
	 */
	static final class EDivisive {

		/** Fewest figures on each side of a place. */
		static final int SHORTEST = 3;

		/** Chance of a place in a series that does not change. */
		static final double LEVEL = 0.01;

		private static final int PERMUTATIONS = 499;

		private static final long SEED = 1;

		private EDivisive() {
		}

		/**
		 * Places in ascending order: where figures begin that differ from those before.
		 */
		static List<Place> places(double... figures) {
			Random random = new Random(SEED);
			TreeSet<Integer> bounds = new TreeSet<>(List.of(0, figures.length));
			List<Place> places = new ArrayList<>();
			for (Split best = best(figures, bounds); best != null; best = best(figures, bounds)) {
				double chance = chance(figures, bounds, best.distance(), random);
				if (chance > LEVEL) {
					break;
				}
				places.add(new Place(best.at(), chance));
				bounds.add(best.at());
			}
			places.sort(Comparator.comparingInt(Place::at));
			return places;
		}

		/** Share of permutations with a distance at least as large. */
		private static double chance(double[] figures, TreeSet<Integer> bounds, double distance, Random random) {
			List<Double> permuted = DoubleStream.of(figures).boxed().collect(Collectors.toList());
			int larger = 1;
			for (int i = 0; i < PERMUTATIONS; i++) {
				for (int from : bounds.headSet(figures.length)) {
					Collections.shuffle(permuted.subList(from, end(bounds, from)), random);
				}
				Split best = best(permuted.stream().mapToDouble(Double::doubleValue).toArray(), bounds);
				larger += (best != null && best.distance() >= distance) ? 1 : 0;
			}
			return (double) larger / (PERMUTATIONS + 1);
		}

		private static int end(TreeSet<Integer> bounds, int from) {
			return Objects.requireNonNull(bounds.higher(from));
		}

		private static @Nullable Split best(double[] figures, TreeSet<Integer> bounds) {
			return bounds.headSet(figures.length)
				.stream()
				.flatMap((from) -> Stream.ofNullable(best(Arrays.copyOfRange(figures, from, end(bounds, from)), from)))
				.max(Comparator.comparingDouble(Split::distance))
				.orElse(null);
		}

		/**
		 * The place in a part with the largest distance
		 * {@code nm/(n+m) (2/(nm) Σ|a-b| - 2/(n(n-1)) Σ|a-a'| - 2/(m(m-1)) Σ|b-b'|)}
		 * between the n figures before it and the m next ones. That m need not be all the
		 * rest finds a change that another one takes back.
		 */
		private static @Nullable Split best(double[] part, int from) {
			double[][] sums = sums(part);
			Split best = null;
			double before = 0;
			for (int at = 1; at <= part.length - SHORTEST; at++) {
				before += sums[at - 1][at - 1];
				double between = 0;
				double after = 0;
				for (int next = at; next < part.length && at >= SHORTEST; next++) {
					between += sums[next][at];
					after += sums[next][next] - sums[next][at];
					double n = at;
					double m = next + 1 - at;
					double distance = n * m / (n + m)
							* (2 / (n * m) * between - 2 / (n * (n - 1)) * before - 2 / (m * (m - 1)) * after);
					if (m >= SHORTEST && (best == null || distance > best.distance())) {
						best = new Split(from + at, distance);
					}
				}
			}
			return best;
		}

		/** For each figure its distances from the first ones, added up. */
		private static double[][] sums(double[] part) {
			double[][] sums = new double[part.length][part.length + 1];
			for (int of = 0; of < part.length; of++) {
				for (int i = 0; i < part.length; i++) {
					sums[of][i + 1] = sums[of][i] + Math.abs(part[of] - part[i]);
				}
			}
			return sums;
		}

		/**
		 * A place at which a series changes.
		 *
		 * @param at index of the first figure after the change
		 * @param chance how often chance alone makes such a change, from 0 to 1
		 */
		record Place(int at, double chance) {
		}

		private record Split(int at, double distance) {
		}

	}

}
