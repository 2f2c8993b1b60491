package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a run by which it is told what held it up. What was not measured is
 * {@code null}.
 */
public record RunFigures(@Nullable String saturatedBy, long started, @Nullable Long refused, @Nullable Cpu cpu,
		@Nullable Gc gc, @Nullable LatencySplit split, @Nullable Lag lag, @Nullable Queue queue) {

	/**
	 * Share of the calls that a limit refused.
	 */
	double refusedShare() {
		return (this.refused != null && this.started > 0) ? (double) this.refused / this.started : 0;
	}

	/**
	 * How busy processors were.
	 *
	 * @param server share of its machine's processors that the server used, from 0 to 1
	 * @param client likewise the client
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
	 * @param waitP50Micros median of their waits in microseconds
	 */
	public record Queue(double tasks, @Nullable Double waitP50Micros) {
	}

}
