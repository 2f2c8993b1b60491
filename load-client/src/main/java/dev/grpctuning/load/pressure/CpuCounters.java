package dev.grpctuning.load.pressure;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LinuxCpu;

/**
 * Counters of the processors' time at a moment, since some time before; {@code null} is
 * not counted.
 *
 * @param pressureSeconds time in which a thread of the machine was ready to run and
 * waited for a processor
 * @param delaySeconds sum of these waits over the threads of one process
 * @param quotaPeriods periods of a CPU quota in which the process ran
 * @param throttledPeriods of these, the ones in which the quota was used up
 */
public record CpuCounters(@Nullable Double pressureSeconds, @Nullable Double delaySeconds,
		@Nullable Double quotaPeriods, @Nullable Double throttledPeriods, LinuxCpu.@Nullable Machine machine) {

	/** Shares of the time since an earlier moment, which was so long ago. */
	public Contention since(CpuCounters earlier, double seconds) {
		LinuxCpu.Machine taken = (this.machine != null && earlier.machine != null) ? this.machine.since(earlier.machine)
				: new LinuxCpu.Machine(0, 0, 0);
		double all = taken.busySeconds() + taken.stealSeconds() + taken.idleSeconds();
		Double stalled = share(increase(this.pressureSeconds, earlier.pressureSeconds), seconds);
		return new Contention((stalled != null) ? Math.min(1, stalled) : null,
				increase(this.delaySeconds, earlier.delaySeconds),
				share(increase(this.throttledPeriods, earlier.throttledPeriods),
						increase(this.quotaPeriods, earlier.quotaPeriods)),
				share(taken.busySeconds(), all), share(taken.stealSeconds(), all),
				(all > 0) ? share(all, seconds) : null);
	}

	private static @Nullable Double increase(@Nullable Double now, @Nullable Double before) {
		return (now != null && before != null) ? Math.max(0, now - before) : null;
	}

	private static @Nullable Double share(@Nullable Double part, @Nullable Double whole) {
		return (part != null && whole != null && whole > 0) ? part / whole : null;
	}

}
