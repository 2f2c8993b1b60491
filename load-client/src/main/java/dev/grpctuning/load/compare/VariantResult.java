package dev.grpctuning.load.experiment;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What came of a variant.
 *
 * @param variant the variant
 * @param ended how it ended: in several rounds, the first way that is not completion
 * @param reason why, if it did not complete, or was of no use to the end
 * @param runs its runs, of each round in which its server came up
 */
public record VariantResult(Variant variant, Ended ended, @Nullable String reason, List<ServerRun> runs) {

	public VariantResult {
		runs = List.copyOf(runs);
	}

	/**
	 * Adds what came of a further round.
	 * @param next the next round of the same variant
	 * @return what came of all of them
	 */
	public VariantResult plus(VariantResult next) {
		List<ServerRun> all = new ArrayList<>(this.runs);
		all.addAll(next.runs);
		boolean completed = this.ended == Ended.COMPLETED;
		return new VariantResult(this.variant, completed ? next.ended : this.ended,
				completed ? next.reason : this.reason, all);
	}

}
