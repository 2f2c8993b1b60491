package dev.grpctuning.console.sample;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one second. Times are in milliseconds, memory is in megabytes, and rates are
 * per second. A figure that the service does not measure is {@code null}.
 *
 * @param at end of the second, in seconds since 1970
 * @param calls ended calls by status
 * @param p50 median duration of the calls that were not refused
 * @param queued tasks that wait for a thread
 * @param active tasks that run
 * @param waitMean mean time that a task waited for a thread
 * @param loopLag mean lag of the event loops
 * @param refused calls that a limit or a full queue refused
 * @param gc share of the time that the JVM stood still for garbage collection, in percent
 * @param cpu share of all processors that the service used, in percent
 * @param machine share of all processors of the machine that were busy, in percent
 */
public record Point(double at, @Nullable Map<String, Double> calls, @Nullable Double p50, @Nullable Double p99,
		@Nullable Double p999, @Nullable Integer queued, @Nullable Integer active,
		@JsonProperty("wait") @Nullable Double waitMean, @Nullable Double waitP99, @Nullable Double loopLag,
		@Nullable Double loopLagMax, int openCalls, int openStreams, int connections, double refused, int threads,
		double heapUsed, @Nullable Double heapMax, @Nullable Double gc, @Nullable Double cpu, @Nullable Double machine,
		List<Executor> executors) {

	/** Ended calls per second, 0 if they are not measured. */
	double ended() {
		return callsOrNone().values().stream().mapToDouble(Double::doubleValue).sum();
	}

	/** Calls per second that the executors accepted. */
	double accepted() {
		return this.executors.stream().mapToDouble(Executor::calls).sum();
	}

	Map<String, Double> callsOrNone() {
		return (this.calls != null) ? this.calls : Map.of();
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

}
