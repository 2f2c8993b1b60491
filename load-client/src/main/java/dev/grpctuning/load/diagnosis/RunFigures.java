package dev.grpctuning.load.why;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a run by which it is told what held it up. What was not measured is
 * {@code null}.
 *
 * @param limitedBy what held the client back, as it said itself
 * @param started calls that were started
 * @param refused of those, calls that a limit of the server refused
 * @param cpu use of the processors
 * @param gc garbage collection of the server
 * @param split what the response times consist of
 * @param lag event loops of the server
 * @param queue executors of the server
 */
public record RunFigures(@Nullable String limitedBy, long started, @Nullable Long refused, @Nullable Cpu cpu,
		@Nullable Gc gc, @Nullable LatencySplit split, @Nullable Lag lag, @Nullable Queue queue) {

	/**
	 * Share of the calls that a limit refused.
	 * @return from 0 to 1
	 */
	double refusedShare() {
		return (this.refused != null && this.started > 0) ? (double) this.refused / this.started : 0;
	}

	/**
	 * How busy processors were.
	 *
	 * @param server share of its machine's processors that the server used, from 0 to 1
	 * @param client likewise the client
	 * @param processors processors of the server's machine
	 * @param together whether both ran on the same machine
	 */
	public record Cpu(double server, double client, int processors, boolean together) {

		double used() {
			return this.together ? this.server + this.client : this.server;
		}

	}

	/**
	 * How much of its time the server stood still for garbage collection.
	 *
	 * @param share share of the time, from 0 to 1
	 * @param full full collections
	 */
	public record Gc(double share, int full) {
	}

	/**
	 * How late event loops ran tasks.
	 *
	 * @param meanMicros mean in microseconds
	 * @param p99Micros 99th percentile in microseconds
	 */
	public record Lag(double meanMicros, @Nullable Double p99Micros) {
	}

	/**
	 * Tasks that waited for a thread.
	 *
	 * @param tasks mean number of them
	 * @param waitP50Micros median of their waits in microseconds
	 */
	public record Queue(double tasks, @Nullable Double waitP50Micros) {
	}

}
