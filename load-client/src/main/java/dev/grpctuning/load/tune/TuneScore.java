package dev.grpctuning.load.tune;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.tune.search.Candidate;

/** How far a candidate got in a rung, as a result file has it; 0 without a rate. */
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
