package dev.grpctuning.load.pressure;

import org.jspecify.annotations.Nullable;

/**
 * How much processor time a process could have in an interval. Shares are from 0 to 1,
 * and {@code null} is not counted by the system.
 *
 * @param pressureShare of the time, in which a thread of the machine was ready to run and
 * waited for a processor
 * @param delaySeconds sum of these waits over the threads of the process
 * @param throttledShare of the periods of its CPU quota, in which the quota was used up
 * @param machineShare of the machine's processors, that all processes used
 * @param stealShare of the machine's processors, that the hypervisor took
 * @param machineProcessors processors of the machine
 */
public record Contention(@Nullable Double pressureShare, @Nullable Double delaySeconds, @Nullable Double throttledShare,
		@Nullable Double machineShare, @Nullable Double stealShare, @Nullable Double machineProcessors) {
}
