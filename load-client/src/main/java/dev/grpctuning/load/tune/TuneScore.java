package dev.grpctuning.load.tune;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * How far a candidate got, as a result file has it.
 *
 * @param rung number of the rung, from 1
 * @param callsPerSecond highest rate at which the objective held, 0 if there is none
 */
record TuneScore(Map<String, String> knobs, int rung, double callsPerSecond, @Nullable Knee knee,
		@Nullable String reason, List<Trial> trials) {

	static TuneScore of(Candidate candidate, int rung, @Nullable Knee knee, @Nullable String reason,
			List<Trial> trials) {
		return new TuneScore(candidate.knobs(), rung, (knee != null) ? knee.callsPerSecond() : 0, knee, reason,
				List.copyOf(trials));
	}

	String text() {
		return new Candidate(this.knobs).text();
	}

}
