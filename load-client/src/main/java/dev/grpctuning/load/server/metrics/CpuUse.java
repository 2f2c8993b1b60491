package dev.grpctuning.load.server.metrics;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.pressure.Contention;

/**
 * Processor time of a server's machine and event loops between two samples.
 *
 * @param cpuSeconds processor time of the server
 * @param loops event loops that handled connections
 * @param busiestLoopSeconds time that the busiest of them ran or was ready to run
 */
public record CpuUse(double seconds, double cpuSeconds, Contention contention, int loops, double busiestLoopSeconds) {

	/**
	 * Percent of the processors. A late sample may show more time than they have, which
	 * is left out.
	 */
	public static double percent(double cpuSeconds, double seconds, int processors) {
		return Math.min(100, 100 * cpuSeconds / seconds / processors);
	}

	/** From the first sample that counts to the last; {@code null} without two. */
	static @Nullable CpuUse of(List<ServerSample> samples, long fromNanos) {
		List<ServerSample> counted = samples.stream()
			.filter((sample) -> sample.cpu() != null && sample.atNanos() - fromNanos >= 0)
			.toList();
		return (counted.size() > 1) ? between(counted.getFirst(), counted.getLast()) : null;
	}

	public static @Nullable CpuUse between(ServerSample from, ServerSample to) {
		CpuMeters before = from.cpu();
		CpuMeters now = to.cpu();
		if (before == null || now == null) {
			return null;
		}
		double seconds = (to.atNanos() - from.atNanos()) / 1e9;
		double busiest = now.loopSeconds()
			.entrySet()
			.stream()
			.mapToDouble((loop) -> loop.getValue() - before.loopSeconds().getOrDefault(loop.getKey(), 0.0))
			.max()
			.orElse(0);
		return new CpuUse(seconds, to.cpuSeconds() - from.cpuSeconds(),
				now.counters().since(before.counters(), seconds), now.loopSeconds().size(), busiest);
	}

}
