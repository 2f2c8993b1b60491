package dev.grpctuning.console.sample;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Figures of one second. Times are in milliseconds, memory is in megabytes, and rates are
 * per second. A figure that the service does not measure is {@code null}.
 *
 * @param at end of the second, in seconds since 1970
 * @param latency durations of the calls that were not refused
 * @param connections number of open connections
 */
public record Point(double at, Calls calls, Latency latency, Work work, Lag lag, int connections, Jvm jvm) {

	/**
	 * Calls of the server.
	 *
	 * @param ended ended calls by status
	 * @param good those of them within the objective
	 * @param refused calls that a limit or a full queue refused
	 */
	public record Calls(@Nullable Map<String, Double> ended, @Nullable Double good, double refused, int open,
			int openStreams) {

		Map<String, Double> endedOrNone() {
			return (this.ended != null) ? this.ended : Map.of();
		}

		/** Ended calls per second, 0 if they are not measured. */
		double total() {
			return endedOrNone().values().stream().mapToDouble(Double::doubleValue).sum();
		}

	}

	/** Percentiles of durations. */
	public record Latency(@Nullable Double p50, @Nullable Double p99, @Nullable Double p999) {
	}

	/**
	 * Work of the executors.
	 *
	 * @param queued tasks that wait for a thread
	 * @param active tasks that run
	 * @param waiting time that tasks waited for a thread
	 */
	public record Work(@Nullable Integer queued, @Nullable Integer active, Waiting waiting, List<Executor> executors) {

		/** Calls per second that the executors accepted. */
		double accepted() {
			return this.executors.stream().mapToDouble(Executor::calls).sum();
		}

	}

	/** Time that tasks waited for a thread. */
	public record Waiting(@Nullable Double mean, @Nullable Double p99) {
	}

	/**
	 * Executor of calls.
	 *
	 * @param name its type, or the pattern of its route
	 * @param calls accepted calls per second
	 */
	public record Executor(String name, boolean canary, int queued, int active, double calls, @Nullable Double p50,
			@Nullable Double p99) {
	}

	/** Lag of the event loops. */
	public record Lag(@Nullable Double mean, @Nullable Double max) {
	}

	/**
	 * Figures of the JVM and its machine.
	 *
	 * @param gc share of the time that the JVM stood still for garbage collection, in
	 * percent
	 * @param cpu share of all processors that the service used, in percent
	 * @param machine share of all processors of the machine that were busy, in percent
	 */
	public record Jvm(int threads, double heapUsed, @Nullable Double heapMax, @Nullable Double gc, @Nullable Double cpu,
			@Nullable Double machine) {
	}

}
