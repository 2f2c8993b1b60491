package dev.grpctuning.load.diff;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.grpctuning.load.compare.result.Metric;

/**
 * A variant of one result and what it is compared with in the other.
 */
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
	 * {@linkplain VariantDiff.NotAnswered in another way}, which single runs suffice for.
	 */
	List<Metric> metrics() {
		return Arrays.stream(Metric.values())
			.filter((metric) -> metric != Metric.ANSWERED)
			.filter((metric) -> this.a.values(metric).length != 0 && this.b.values(metric).length != 0)
			.toList();
	}

}
