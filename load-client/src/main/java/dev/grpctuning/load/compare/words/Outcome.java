package dev.grpctuning.load.compare.words;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.template.Templates;

/**
 * How far an experiment got that was not finished. The A/A control does not count as a
 * variant.
 */
public record Outcome(boolean interrupted, @Nullable Integer lastRound, int rounds, boolean missing, long begun,
		long planned, @Nullable Names without, boolean onlyControl) {

	/** More names than this do not fit into a sentence. */
	private static final int MOST_NAMES = 10;

	/** A sentence, empty if all of it was run. */
	public static String of(ExperimentDocument experiment) {
		List<String> notBegun = experiment.notBegun();
		List<String> variants = notBegun.stream().filter((name) -> !experiment.controls().contains(name)).toList();
		boolean interrupted = experiment.variants()
			.stream()
			.anyMatch((variant) -> variant.ended() == Ended.INTERRUPTED);
		Integer lastRound = experiment.lastRound();
		if (!interrupted && lastRound == null && notBegun.isEmpty()) {
			return "";
		}
		long begun = experiment.withoutControls().size();
		return Templates.line("outcome",
				new Outcome(interrupted, notBegun.isEmpty() ? lastRound : null, experiment.rounds(),
						!notBegun.isEmpty(), begun, begun + variants.size(),
						(!variants.isEmpty() && variants.size() <= MOST_NAMES) ? new Names(variants) : null,
						variants.isEmpty()));
	}

	/** Names in a sentence. */
	private record Names(List<String> names) {
	}

}
