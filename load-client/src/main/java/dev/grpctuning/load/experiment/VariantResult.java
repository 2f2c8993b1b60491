package dev.grpctuning.load.experiment;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What came of a variant.
 *
 * @param variant the variant
 * @param ended how it ended
 * @param reason why, if it did not complete
 * @param runs its runs; none if its server never came up
 */
public record VariantResult(Variant variant, Ended ended, @Nullable String reason, List<ServerRun> runs) {

	public VariantResult {
		runs = List.copyOf(runs);
	}

}
