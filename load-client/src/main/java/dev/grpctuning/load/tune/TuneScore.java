package dev.grpctuning.load.tune;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * How far a candidate got in a race, as a result file has it.
 *
 * @param race number of the race, 0 for the search of the highest rate before
 * @param callsPerSecond highest rate at which the objective held, 0 without one
 * @param reason why the candidate is not tried any more, such as a value that is refused
 */
record TuneScore(Map<String, String> knobs, int race, double callsPerSecond, Knee.@Nullable Limit limit,
		@Nullable String reason, List<Trial> trials) {

	static TuneScore of(Candidate candidate, int race, @Nullable String reason, List<Trial> trials) {
		double rate = trials.stream().filter(Trial::held).mapToDouble(Trial::callsPerSecond).max().orElse(0);
		return new TuneScore(candidate.knobs(), race, rate, limit(rate, trials), reason, List.copyOf(trials));
	}

	/** What stopped it last at the lowest rate above; nothing if it held all. */
	private static Knee.@Nullable Limit limit(double rate, List<Trial> trials) {
		return trials.stream()
			.filter((trial) -> trial.callsPerSecond() > rate)
			.reduce((one, other) -> (one.callsPerSecond() < other.callsPerSecond()) ? one : other)
			.map((trial) -> (trial.outcome() == Outcome.LOAD_GENERATOR_SATURATED) ? Knee.Limit.CLIENT
					: Knee.Limit.OBJECTIVE)
			.orElse(null);
	}

	String text() {
		return new Candidate(this.knobs).text();
	}

	boolean found() {
		return this.callsPerSecond > 0;
	}

	String rate() {
		return found() ? Figures.rate(this.callsPerSecond) : "none";
	}

}
