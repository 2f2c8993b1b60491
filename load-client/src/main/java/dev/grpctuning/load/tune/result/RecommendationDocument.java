package dev.grpctuning.load.tune.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyFigure;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

/**
 * What is recommended, as it is written to a result file.
 *
 * @param comparedAtPerSecond rate at which they were, 0 if they were not
 * @param whole all of them against what is configured, or {@code null}
 * @param dropped what was not, because it did not show to matter
 * @param fragment the lines as a part of application.yml, or {@code null} if there are
 * none
 */
public record RecommendationDocument(Conclusion conclusion, double configuredPerSecond, Map<String, String> best,
		double bestPerSecond, String comparedBy, double comparedAtPerSecond, int rounds, int heldRounds,
		int configuredHeldRounds, @Nullable Comparison whole, List<Line> lines, List<Line> dropped,
		@Nullable String fragment) {

	static RecommendationDocument of(Recommendation found, LatencyFigure figure, int rounds,
			Map<String, String> configured) {
		return new RecommendationDocument(found.conclusion(), found.configuredRate(),
				(found.best() != null) ? found.best().knobs() : Map.of(), found.bestRate(), figure.title(),
				found.confirmedAt(), (found.whole() != null) ? rounds : 0, found.held(), found.heldConfigured(),
				found.whole(), found.lines(), found.dropped(), found.lines().isEmpty() ? null
						: TuningFragment.of(found.lines(), figure.title(), found.confirmedAt(), configured));
	}

}
