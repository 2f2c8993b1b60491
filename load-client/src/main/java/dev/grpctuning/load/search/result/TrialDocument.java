package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.experiment.Trial;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * A trial as it is written to a result file.
 *
 * @param callsPerSecond the rate
 * @param startedAt when the first call that counts was due
 * @param seconds time in which calls that count were due
 * @param counts what became of the calls
 * @param answeredPerSecond calls answered per second
 * @param latencyMicros service time of the answered calls
 * @param responseTimeMicros response time of the answered calls
 * @param responseOfAllMicros response time of all calls that were due, of which those
 * that were not answered count as the slowest
 * @param outcome whether the objective held
 * @param reason why not, or {@code null} if it held
 */
public record TrialDocument(double callsPerSecond, Instant startedAt, double seconds, Counts counts,
		double answeredPerSecond, LatencySummary latencyMicros, LatencySummary responseTimeMicros,
		LatencySummary responseOfAllMicros, Outcome outcome, @Nullable String reason) {

	static TrialDocument of(Trial trial) {
		return new TrialDocument(trial.rate(), trial.startedAt(), trial.seconds(), trial.counts(),
				trial.answeredPerSecond(), trial.latencyMicros(), trial.responseTimeMicros(),
				trial.responseOfAllMicros(), trial.judgement().outcome(), trial.judgement().reason());
	}

	/**
	 * Whether the objective held.
	 * @return whether it did
	 */
	public boolean held() {
		return this.outcome == Outcome.HELD;
	}

	static List<TrialDocument> of(List<Trial> trials) {
		return trials.stream().map(TrialDocument::of).toList();
	}

}
