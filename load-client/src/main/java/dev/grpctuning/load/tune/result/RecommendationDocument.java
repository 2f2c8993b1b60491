package dev.grpctuning.load.tune.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

/**
 * What is recommended, as a result file has it.
 *
 * @param comparedAtPerSecond rate at which candidates were compared, 0 if they were not
 * @param dropped lines that are not recommended, because they did not show to matter
 */
public record RecommendationDocument(Conclusion conclusion, double configuredPerSecond, Map<String, String> best,
		double bestPerSecond, String comparedBy, double comparedAtPerSecond, int rounds, int heldRounds,
		int configuredHeldRounds, @Nullable Comparison whole, List<Line> lines, List<Line> dropped,
		@Nullable String fragment) {

	public static RecommendationDocument of(Recommendation found, String comparedBy, int rounds,
			Map<String, String> configured) {
		return new RecommendationDocument(found.conclusion(), found.configuredRate(),
				(found.best() != null) ? found.best().knobs() : Map.of(), found.bestRate(), comparedBy,
				found.confirmedAt(), (found.whole() != null) ? rounds : 0, found.held(), found.heldConfigured(),
				found.whole(), found.lines(), found.dropped(), found.lines().isEmpty() ? null
						: TuningFragment.of(found.lines(), comparedBy, found.confirmedAt(), configured));
	}

}
