package dev.grpctuning.load.compare.result;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Comparison;

/**
 * That most comparisons could not even show that a figure doubled: there were few rounds
 * among many comparisons.
 *
 * @param useless how many could not
 */
public record TooFewRounds(long useless, int comparisons) {

	/** Counts such comparisons; {@code null} if they are at most half of all. */
	public static @Nullable TooFewRounds of(Stream<Comparison> comparisons) {
		List<Double> smallest = comparisons.flatMap((comparison) -> Stream.ofNullable(comparison.smallestShown()))
			.toList();
		long useless = smallest.stream().filter((share) -> share > 1).count();
		return (2 * useless > smallest.size()) ? new TooFewRounds(useless, smallest.size()) : null;
	}

}
