package dev.grpctuning.load.tune;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * How far a candidate gets.
 *
 * @param rung number of the rung, from 0
 * @param knee highest rate at which the objective held, or {@code null} if there is none
 * @param reason why there is none: what the server says that does not start
 * @param trials the trials, in order
 */
public record TuneScore(Candidate candidate, int rung, @Nullable Knee knee, @Nullable String reason,
		List<Trial> trials) {

	public TuneScore {
		trials = List.copyOf(trials);
	}

	/**
	 * The highest rate at which the objective held.
	 * @return calls per second, 0 if there is none
	 */
	public double rate() {
		return (this.knee != null) ? this.knee.rate() : 0;
	}

}
