package dev.grpctuning.load.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import dev.grpctuning.load.compare.experiment.Variant;

/**
 * The order in which runs take turns. Each round has every variant once, in an order that
 * is drawn anew: no variant always runs after the same other one, whose garbage or heat
 * it would inherit. Variants of one workload, which are compared, follow each other; the
 * order of the workloads is drawn too.
 */
public final class Rounds {

	private Rounds() {
	}

	/** Draws the order of a round: the same seed always draws the same. */
	static List<Variant> order(List<Variant> variants, int round, long seed) {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(31 * seed + round);
		return shuffled(Variant.byWorkload(variants), random).stream()
			.flatMap((workload) -> shuffled(workload, random).stream())
			.toList();
	}

	/** The order in which variants are listed, workload by workload. */
	static List<Variant> listed(List<Variant> variants) {
		return Variant.byWorkload(variants).stream().flatMap(List::stream).toList();
	}

	private static <T> List<T> shuffled(Collection<T> things, RandomGenerator random) {
		List<T> order = new ArrayList<>(things);
		Collections.shuffle(order, random);
		return order;
	}

	/** Turns every second round around, and begins each such pair one further. */
	public static <T> List<T> turned(List<T> things, int round) {
		List<T> order = new ArrayList<>(things);
		Collections.rotate(order, -(round / 2));
		return (round % 2 != 0) ? order.reversed() : order;
	}

}
