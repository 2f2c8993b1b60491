package dev.grpctuning.load.knee;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;

/**
 * What came of the search for a variant's knee.
 *
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
