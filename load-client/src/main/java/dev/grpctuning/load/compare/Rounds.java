package dev.grpctuning.load.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.grpctuning.load.compare.experiment.Variant;

/**
 * The order in which runs take turns. Each round has every variant once. Every second
 * round is the one before it turned around, and each such pair begins one variant
 * further: what slowly changes about the machine meets all variants alike. Variants of
 * one workload, which are compared, follow each other; workloads take turns likewise.
 */
public final class Rounds {

	private Rounds() {
	}

	static List<Variant> order(List<Variant> variants, int round) {
		Collection<List<Variant>> workloads = variants.stream()
			.collect(Collectors.groupingBy((variant) -> Optional.ofNullable(variant.workload()), LinkedHashMap::new,
					Collectors.toList()))
			.values();
		return turned(List.copyOf(workloads), round).stream()
			.flatMap((workload) -> turned(workload, round).stream())
			.toList();
	}

	public static <T> List<T> turned(List<T> things, int round) {
		List<T> order = new ArrayList<>(things);
		Collections.rotate(order, -(round / 2));
		return (round % 2 != 0) ? order.reversed() : order;
	}

}
