package dev.grpctuning.autopilot;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Difference;
import dev.grpctuning.autopilot.experiment.Verdict;

/**
 * What the autopilot does and has found.
 *
 * @param doing what it does now, or waits for
 * @param load calls of the last seconds, {@code null} if there are too few
 * @param settings values that it has set, by property name without prefix
 * @param trial experiment that runs, {@code null} if none does
 * @param next what it will try under this load, the first first
 * @param decisions last decisions, the newest first
 * @param recommended candidates that are better than the present settings under this load
 * @param exploration what candidates have cost
 * @param savedCpuPercent CPU time per call that its settings save under this load, by its
 * experiments
 */
public record AutopilotView(AutopilotMode mode, String doing, @Nullable Load load, Map<String, String> settings,
		@Nullable Trial trial, List<Candidate> next, List<Decision> decisions, List<Decision> recommended,
		Exploration exploration, double savedCpuPercent) {

	AutopilotView in(AutopilotMode present) {
		return new AutopilotView(present, this.doing, this.load, this.settings, this.trial, this.next, this.decisions,
				this.recommended, this.exploration, this.savedCpuPercent);
	}

	/**
	 * Load of the server.
	 *
	 * @param method full name of the method that most calls are of
	 */
	public record Load(double callsPerSecond, String method) {

	}

	/**
	 * Experiment that runs.
	 *
	 * @param batches number of batches of slices that were compared
	 */
	public record Trial(Candidate candidate, double seconds, int batches, List<Difference> differences) {

	}

	/**
	 * What candidates have cost.
	 *
	 * @param seconds time that they were in force since the start
	 * @param outside calls outside the objective beyond the usual ones, since the start
	 * @param secondsLeft time that they may still be in force in this hour
	 * @param experiments number of experiments since the start, by verdict
	 */
	public record Exploration(double seconds, double outside, double secondsLeft, Map<Verdict, Long> experiments) {

	}

}
