package dev.grpctuning.load.report;

import java.util.List;
import java.util.stream.Collectors;

import dev.grpctuning.load.search.Candidate;
import dev.grpctuning.load.search.Recommendation.Line;

/**
 * What is recommended, in words.
 */
final class TuneText {

	private TuneText() {
	}

	/**
	 * Says what is recommended, or why nothing is.
	 * @return lines of text without a line end at the end
	 */
	static String of(TuneDocument search) {
		RecommendationDocument found = search.recommendation();
		if (found == null) {
			return "Nothing is recommended: the search has not ended (" + ResultFile.kebab(search.ended())
					+ ((search.reason() != null) ? ": " + search.reason() : "") + ").";
		}
		return switch (found.conclusion()) {
			case RECOMMENDED -> recommended(found);
			case NONE_FASTER ->
				"Nothing is recommended: nothing held the objective at a higher rate than what is configured, which held %s/s."
					.formatted(Figures.rate(found.configuredPerSecond()));
			case NOT_SHOWN ->
				"Nothing is recommended: %s seemed to hold %s/s, and what is configured %s/s, but %d rounds at %s/s did not show it%s."
					.formatted(best(found), Figures.rate(found.bestPerSecond()),
							Figures.rate(found.configuredPerSecond()), found.rounds(),
							Figures.rate(found.comparedAtPerSecond()), whole(found));
		};
	}

	private static String best(RecommendationDocument found) {
		return Candidate.of(found.best()).text();
	}

	private static String whole(RecommendationDocument found) {
		return (found.whole() != null) ? " (%s %s; the objective held in %d of %d rounds)".formatted(found.comparedBy(),
				ComparisonWords.change(found.whole()), found.heldRounds(), found.rounds()) : "";
	}

	private static String recommended(RecommendationDocument found) {
		String dropped = found.dropped().isEmpty() ? ""
				: "\nLeft out, because it did not show to matter: " + found.dropped()
					.stream()
					.map((line) -> "%s=%s (%s %s)".formatted(line.knob(), line.value(), found.comparedBy(),
							ComparisonWords.change(line.comparison())))
					.collect(Collectors.joining(", "));
		return "At %s/s the objective held in %d of %d rounds, with what is configured in %d; %s %s.%s\n\n%s".formatted(
				Figures.rate(found.comparedAtPerSecond()), found.heldRounds(), found.rounds(),
				found.configuredHeldRounds(), found.comparedBy(), whole(found.lines(), found), dropped,
				String.valueOf(found.fragment()));
	}

	private static String whole(List<Line> lines, RecommendationDocument found) {
		String change = (found.whole() != null) ? ComparisonWords.change(found.whole()) : "-";
		return (lines.size() != 1) ? change + " for all lines together" : change;
	}

}
