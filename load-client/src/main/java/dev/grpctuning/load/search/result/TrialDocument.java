package dev.grpctuning.load.search.result;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.Trial;

/**
 * A trial as it is written to a result file.
 *
 * @param answeredPerSecond calls answered per second
 * @param responseOfAllMicros response time of all calls that were due, of which those
 * that were not answered count as the slowest
 * @param reason why not, or {@code null} if it held
 */
public record TrialDocument(double callsPerSecond, Instant startedAt, double seconds, Counts counts,
		double answeredPerSecond, LatencySummary latencyMicros, LatencySummary responseTimeMicros,
		LatencySummary responseOfAllMicros, Outcome outcome, @Nullable String reason) {

	public static TrialDocument of(Trial trial) {
		return new TrialDocument(trial.rate(), trial.startedAt(), trial.seconds(), trial.counts(),
				trial.answeredPerSecond(), trial.latencyMicros(), trial.responseTimeMicros(),
				trial.responseOfAllMicros(), trial.judgement().outcome(), trial.judgement().reason());
	}

	/**
	 * Whether the objective held.
	 */
	public boolean held() {
		return this.outcome == Outcome.HELD;
	}

	public static List<TrialDocument> of(List<Trial> trials) {
		return trials.stream().map(TrialDocument::of).toList();
	}

}
