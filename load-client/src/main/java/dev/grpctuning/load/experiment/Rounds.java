package dev.grpctuning.load.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order in which runs take turns. Each round has every variant once. Every second
 * round is the one before it turned around, and each such pair begins one variant
 * further: what slowly changes about the machine meets all variants alike.
 */
final class Rounds {

	private Rounds() {
	}

	/**
	 * The order of one round.
	 * @param variants the variants
	 * @param round number of the round, from 0
	 */
	static <T> List<T> order(List<T> variants, int round) {
		List<T> order = new ArrayList<>(variants);
		Collections.rotate(order, -(round / 2));
		return (round % 2 != 0) ? order.reversed() : order;
	}

}
