package dev.grpctuning.load.diagnosis;

import java.util.List;

import dev.grpctuning.load.pressure.TailCause;

/**
 * What the slowest answered calls of a run waited for.
 *
 * @param share which share of the answered calls they are
 * @param micros shortest response time among them
 * @param causes shares of these calls by cause, the largest first; all together are 1
 * @param slowest the slowest of them
 */
public record TailDocument(double share, long calls, long micros, List<CauseShare> causes, List<SlowestCall> slowest) {

	/** Share of the slowest calls that had a cause, from 0 to 1. */
	public record CauseShare(TailCause cause, double share) {
	}

	/**
	 * One slow call, with times in seconds from the start of the run.
	 *
	 * @param dueSeconds when it was due
	 * @param sentSeconds when it was sent
	 * @param endSeconds when its answer came
	 */
	public record SlowestCall(double dueSeconds, double sentSeconds, double endSeconds, TailCause cause) {
	}

}
