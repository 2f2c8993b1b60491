package dev.grpctuning.load.engine;

import java.util.Map;

/**
 * What became of the calls: {@code started = ok + sum(failed) + cancelled + unfinished},
 * always.
 *
 * @param started calls that were started
 * @param ok calls that were answered with status OK
 * @param failed calls that ended otherwise, by the name of their status
 * @param cancelled calls that the client cancelled, as the plan has it
 * @param unfinished calls that were still open at the end of the run
 */
public record Counts(long started, long ok, Map<String, Long> failed, long cancelled, long unfinished) {

	public Counts {
		if (started != ok + sum(failed) + cancelled + unfinished || cancelled < 0 || unfinished < 0) {
			throw new IllegalArgumentException("started: " + started + " (expected: " + ok + " ok + " + failed + " + "
					+ cancelled + " cancelled + " + unfinished + " unfinished)");
		}
	}

	/**
	 * What became of calls of which the client cancelled none.
	 * @param started calls that were started
	 * @param ok calls that were answered with status OK
	 * @param failed calls that ended otherwise, by the name of their status
	 * @param unfinished calls that were still open at the end of the run
	 */
	public Counts(long started, long ok, Map<String, Long> failed, long unfinished) {
		this(started, ok, failed, 0, unfinished);
	}

	/**
	 * Calls that ended with a status other than OK, without those that the client
	 * cancelled.
	 * @return their number
	 */
	public long failedTotal() {
		return sum(this.failed);
	}

	/**
	 * Whether any call ended as the plan has it: answered, or cancelled by the client.
	 * @return whether the run was of any use
	 */
	public boolean anyAsPlanned() {
		return this.ok != 0 || this.cancelled != 0;
	}

	private static long sum(Map<String, Long> failed) {
		return failed.values().stream().mapToLong(Long::longValue).sum();
	}

}
