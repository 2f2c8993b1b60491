package dev.grpctuning.load.server.metrics;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Work of a server in a run, from its samples. Times are means. Where meters note only a
 * sample of the calls, the means between two samples are weighted by all that was done.
 * What was not measured is {@code null}.
 *
 * @param processors processors that its JVM sees, 0 if unknown
 * @param callMicros from a call's first byte to its end
 * @param handOverMicros wait of a task for a thread; {@code null} on the event loop
 * @param handOverP50Micros median of these waits
 * @param queuedTasks tasks that waited for a thread, by Little's law (1961): tasks per
 * second times their wait
 * @param cpu what its machine and its event loops did
 */
public record ServerUse(double seconds, double cpuSeconds, double gcSeconds, int processors,
		@Nullable Double callMicros, @Nullable Double handOverMicros, @Nullable Double handOverP50Micros,
		@Nullable Double tasksPerCall, @Nullable Double queuedTasks, @Nullable Lag lag, @Nullable Double refused,
		@Nullable CpuUse cpu) {

	/**
	 * Sums a server's samples up.
	 * @param fromNanos what was before does not count, on the clock of
	 * {@link System#nanoTime()}
	 * @return what it did, or {@code null} for fewer than two samples
	 */
	public static @Nullable ServerUse of(List<ServerSample> samples, long fromNanos) {
		Sum sum = new Sum();
		for (int i = 1; i < samples.size(); i++) {
			ServerSample to = samples.get(i);
			if (to.atNanos() - fromNanos > 0) {
				sum.add(samples.get(i - 1), to, fromNanos);
			}
		}
		return sum.result(CpuUse.of(samples, fromNanos));
	}

	/**
	 * How late event loops ran tasks.
	 *
	 * @param micros their mean
	 * @param p99Micros their 99th percentile, {@code null} for fewer than 100 tasks
	 * @param maxMicros an upper bound of the longest, for fewer than 100 tasks
	 */
	public record Lag(double micros, @Nullable Double p99Micros, @Nullable Double maxMicros) {

		private static @Nullable Lag of(TimerSample lags) {
			Double mean = lags.meanMicros();
			boolean many = lags.hasQuantile(0.99);
			return (mean != null)
					? new Lag(mean, many ? lags.quantileMicros(0.99) : null, many ? null : lags.maxMicros()) : null;
		}

	}

	/** Adds up what a server did between its samples. */
	private static final class Sum {

		private double seconds;

		private double cpuSeconds;

		private double gcSeconds;

		private int processors;

		private TimerSample calls = TimerSample.NONE;

		private TimerSample waits = TimerSample.NONE;

		private TimerSample lags = TimerSample.NONE;

		private double executorCalls;

		private double tasks;

		private double waitedTasks;

		/** Sum of the waits of all tasks, as the noted ones let expect. */
		private double waitedSeconds;

		private @Nullable Double refused;

		/**
		 * Adds the time between two samples, of which only the part after a moment
		 * counts: CPU and pauses are taken as spread evenly, while calls cannot be
		 * divided.
		 */
		void add(ServerSample from, ServerSample to, long fromNanos) {
			double length = (to.atNanos() - from.atNanos()) / 1e9;
			double share = Math.min(1, (to.atNanos() - fromNanos) / 1e9 / length);
			this.seconds += length * share;
			this.cpuSeconds += (to.cpuSeconds() - from.cpuSeconds()) * share;
			this.gcSeconds += (to.gcSeconds() - from.gcSeconds()) * share;
			this.processors = to.processors();
			GrpcMeters.Interval interval = GrpcMeters.Interval.between(from, to);
			this.calls = plus(this.calls, interval.calls());
			this.waits = plus(this.waits, interval.waits());
			this.lags = plus(this.lags, interval.lag());
			this.executorCalls += interval.executorCalls();
			this.tasks += interval.executorTasks();
			Double wait = (interval.waits() != null) ? interval.waits().meanMicros() : null;
			if (wait != null) {
				this.waitedTasks += interval.executorTasks();
				this.waitedSeconds += interval.executorTasks() * wait / 1e6;
			}
			if (interval.refused() != null) {
				this.refused = interval.refused() + ((this.refused != null) ? this.refused : 0);
			}
		}

		private static TimerSample plus(TimerSample sum, @Nullable TimerSample more) {
			return (more != null) ? sum.plus(more) : sum;
		}

		@Nullable ServerUse result(@Nullable CpuUse cpu) {
			if (this.seconds <= 0) {
				return null;
			}
			return new ServerUse(this.seconds, this.cpuSeconds, this.gcSeconds, this.processors,
					this.calls.meanMicros(),
					(this.waitedTasks > 0) ? this.waitedSeconds * 1e6 / this.waitedTasks : null,
					this.waits.quantileMicros(0.5), (this.executorCalls > 0) ? this.tasks / this.executorCalls : null,
					(this.waitedTasks > 0) ? this.waitedSeconds / this.seconds : null, Lag.of(this.lags), this.refused,
					cpu);
		}

	}

}
