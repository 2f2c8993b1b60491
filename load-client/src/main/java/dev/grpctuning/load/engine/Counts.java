package dev.grpctuning.load.engine;

import java.util.Map;

/**
 * What became of the calls: {@code started = ok + sum(failed) + unfinished}, always.
 *
 * @param started calls that were started
 * @param ok calls that were answered with status OK
 * @param failed calls that ended otherwise, by the name of their status
 * @param unfinished calls that were still open at the end of the run
 */
public record Counts(long started, long ok, Map<String, Long> failed, long unfinished) {

	public Counts {
		if (started != ok + sum(failed) + unfinished || unfinished < 0) {
			throw new IllegalArgumentException("started: " + started + " (expected: " + ok + " ok + " + failed + " + "
					+ unfinished + " unfinished)");
		}
	}

	/**
	 * Calls that ended with a status other than OK.
	 * @return their number
	 */
	public long failedTotal() {
		return sum(this.failed);
	}

	private static long sum(Map<String, Long> failed) {
		return failed.values().stream().mapToLong(Long::longValue).sum();
	}

}
