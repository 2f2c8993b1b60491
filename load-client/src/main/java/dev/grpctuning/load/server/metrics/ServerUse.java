package dev.grpctuning.load.server.metrics;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a server did in a run, from its samples. Times are means. Where meters note only a
 * sample of the calls, the means between two samples are weighted by all that was done.
 * What was not measured is {@code null}.
 *
 * @param processors processors that its JVM sees, 0 if it does not say
 * @param callMicros from a call's first byte to its end
 * @param handOverMicros wait of a task for a thread; {@code null} on the event loop
 * @param handOverP50Micros median of these waits
 * @param queuedTasks tasks that waited for a thread, by Little's law (1961): tasks per
 * second times their wait
 * @param lagMicros how late event loops ran tasks
 */
public record ServerUse(double seconds, double cpuSeconds, double gcSeconds, int processors,
		@Nullable Double callMicros, @Nullable Double handOverMicros, @Nullable Double handOverP50Micros,
		@Nullable Double tasksPerCall, @Nullable Double queuedTasks, @Nullable Double lagMicros,
		@Nullable Double lagP99Micros, @Nullable Double refused) {

	/**
	 * Sums a server's samples up.
	 * @param fromNanos what was before does not count, on the clock of
	 * {@link System#nanoTime()}
	 * @return what it did, or {@code null} if fewer than two samples say that
	 */
	public static @Nullable ServerUse of(List<ServerSample> samples, long fromNanos) {
		ServerUseSum sum = new ServerUseSum();
		for (int i = 1; i < samples.size(); i++) {
			ServerSample to = samples.get(i);
			if (to.atNanos() - fromNanos > 0) {
				sum.add(samples.get(i - 1), to, fromNanos);
			}
		}
		return sum.result();
	}

}
