package dev.grpctuning.load.experiment;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Knee;

/**
 * What came of the search for a variant's knee.
 *
 * @param variant the variant
 * @param ended how it ended
 * @param reason why, if it did not complete
 * @param knee the knee, or {@code null} if it was not found
 * @param trials the trials, in order
 */
public record KneeResult(Variant variant, Ended ended, @Nullable String reason, @Nullable Knee knee,
		List<Trial> trials) {

	public KneeResult {
		trials = List.copyOf(trials);
	}

}
