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
 * @param busySeconds time in which processors of the machine ran processes
 * @param stealSeconds time in which the hypervisor took processors
 * @param idleSeconds time in which processors had nothing to do
 */
public record CpuCounters(@Nullable Double pressureSeconds, @Nullable Double delaySeconds,
		@Nullable Double quotaPeriods, @Nullable Double throttledPeriods, @Nullable Double busySeconds,
		@Nullable Double stealSeconds, @Nullable Double idleSeconds) {

	static CpuCounters of(LinuxCpu cpu) {
		LinuxCpu.Machine machine = cpu.machine();
		return new CpuCounters(cpu.pressureSeconds(), cpu.delaySeconds(), cpu.quotaPeriods(), cpu.throttledPeriods(),
				(machine != null) ? machine.busySeconds() : null, (machine != null) ? machine.stealSeconds() : null,
				(machine != null) ? machine.idleSeconds() : null);
	}

	/** Shares of the time since an earlier moment, which was so long ago. */
	public Contention since(CpuCounters earlier, double seconds) {
		Double busy = increase(this.busySeconds, earlier.busySeconds);
		Double steal = increase(this.stealSeconds, earlier.stealSeconds);
		Double idle = increase(this.idleSeconds, earlier.idleSeconds);
		Double all = (busy != null && steal != null && idle != null) ? busy + steal + idle : null;
		Double stalled = share(increase(this.pressureSeconds, earlier.pressureSeconds), seconds);
		return new Contention((stalled != null) ? Math.min(1, stalled) : null,
				increase(this.delaySeconds, earlier.delaySeconds),
				share(increase(this.throttledPeriods, earlier.throttledPeriods),
						increase(this.quotaPeriods, earlier.quotaPeriods)),
				share(busy, all), share(steal, all), (all != null && seconds > 0) ? all / seconds : null);
	}

	private static @Nullable Double increase(@Nullable Double now, @Nullable Double before) {
		return (now != null && before != null) ? Math.max(0, now - before) : null;
	}

	private static @Nullable Double share(@Nullable Double part, @Nullable Double whole) {
		return (part != null && whole != null && whole > 0) ? part / whole : null;
	}

}
