package dev.grpctuning.load.compare.result;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Comparison;

/**
 * That most comparisons could not even show that a figure doubled: there were few rounds
 * among many comparisons.
 *
 * @param useless how many could not
 */
public record TooFewRounds(long useless, int comparisons) {

	/**
	 * Counts the comparisons that could not.
	 * @return their number, or {@code null} if it is at most half of all
	 */
	public static @Nullable TooFewRounds of(List<? extends @Nullable Comparison> comparisons) {
		List<Double> smallest = comparisons.stream()
			.map((comparison) -> (comparison != null) ? comparison.smallestShown() : null)
			.filter(Objects::nonNull)
			.toList();
		long useless = smallest.stream().filter((share) -> share > 1).count();
		return (2 * useless > smallest.size()) ? new TooFewRounds(useless, smallest.size()) : null;
	}

}
