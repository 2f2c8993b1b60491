package dev.grpctuning.load.engine.result;

import java.util.Map;

/**
 * What became of the calls: {@code started = ok + sum(failed) + cancelled + unfinished}.
 *
 * @param ok calls that ended with status OK, or with another that the plan expects
 * @param failed calls that ended with any other status, by status
 */
public record Counts(long started, long ok, Map<String, Long> failed, long cancelled, long unfinished) {

	public Counts {
		if (started != ok + sum(failed) + cancelled + unfinished || cancelled < 0 || unfinished < 0) {
			throw new IllegalArgumentException("started: " + started + " (expected: " + ok + " ok + " + failed + " + "
					+ cancelled + " cancelled + " + unfinished + " unfinished)");
		}
	}

	/**
	 * Calls with a status that is not expected, without those that the client cancelled.
	 */
	public long failedTotal() {
		return sum(this.failed);
	}

	/** Whether any call ended as planned: answered, or cancelled by the client. */
	public boolean anyAsPlanned() {
		return this.ok != 0 || this.cancelled != 0;
	}

	private static long sum(Map<String, Long> failed) {
		return failed.values().stream().mapToLong(Long::longValue).sum();
	}

}
