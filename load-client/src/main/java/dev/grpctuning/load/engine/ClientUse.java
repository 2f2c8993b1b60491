package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

/**
 * What the run cost the client, and whether the client held the load back.
 *
 * @param cpuSeconds CPU time of the client's process in the run
 * @param cpuMicrosPerCall that time for each call that ended
 * @param peakHeapBytes most heap in use at the end of any second
 * @param limited whether the client could not drive the load that was asked for
 * @param limitedBy what held it back
 */
public record ClientUse(double cpuSeconds, double cpuMicrosPerCall, long peakHeapBytes, boolean limited,
		@Nullable String limitedBy) {
}
