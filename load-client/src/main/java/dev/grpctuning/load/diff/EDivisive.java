package dev.grpctuning.load.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds the places at which a series of figures changes its distribution, without knowing
 * how many there are: E-divisive by Matteson and James, "A nonparametric approach for
 * multiple change point analysis of multivariate data" (JASA 109, 2014), with the
 * exponent 1. Each step divides the parts found so far where the energy distance between
 * the two sides of a place is largest. A permutation test within the parts says whether
 * so large a distance comes by chance. The search ends at the first that does.
 */
final class EDivisive {

	/** Fewest figures on each side of a place. */
	static final int SHORTEST = 3;

	/** Chance of a place in a series that does not change. */
	static final double LEVEL = 0.01;

	private static final int PERMUTATIONS = 499;

	private static final long SEED = 1;

	private EDivisive() {
	}

	/** Places in ascending order: where figures begin that differ from those before. */
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
	 * {@code nm/(n+m) (2/(nm) Σ|a-b| - 2/(n(n-1)) Σ|a-a'| - 2/(m(m-1)) Σ|b-b'|)} between
	 * the n figures before it and the m next ones. That m need not be all the rest finds
	 * a change that another one takes back.
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
