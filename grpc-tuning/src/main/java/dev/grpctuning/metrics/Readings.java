package dev.grpctuning.metrics;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.guard.Reading;
import dev.grpctuning.observe.DurationCounts;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.transport.EventLoopProbe;

/**
 * Takes readings of a server, which are {@code null} while its calls are not measured. A
 * reading takes less than 0.1 ms. Safe for use by several threads.
 */
public final class Readings implements Supplier<@Nullable Reading> {

	private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory
		.getPlatformMXBeans(GarbageCollectorMXBean.class);

	private final Generations generations;

	private final CallTotals calls;

	private final EventLoopProbe probe;

	public Readings(Generations generations, CallTotals calls, EventLoopProbe probe) {
		this.generations = generations;
		this.calls = calls;
		this.probe = probe;
	}

	@Override
	public @Nullable Reading get() {
		return reading(true);
	}

	/** Takes a reading of the calls only, which takes less time. */
	public @Nullable Reading ofCalls() {
		return reading(false);
	}

	/** Number of calls that have ended, by full name of their method. */
	public Map<String, Long> endedByMethod() {
		return this.calls.endedByMethod();
	}

	/** Sum of their durations by full name of their method, in nanoseconds. */
	public Map<String, Long> nanosByMethod() {
		return this.calls.nanosByMethod();
	}

	private @Nullable Reading reading(boolean whole) {
		Generation serving = this.generations.serving();
		return (serving != null && serving.isRecorded()) ? new Reading(System.nanoTime(), this.calls.all(),
				this.calls.failed(), this.calls.late(), this.calls.durations(), this.generations.openCalls(),
				whole ? this.probe.lags() : DurationCounts.Snapshot.NONE, whole ? heap() : 0,
				whole ? pausedMillis() : 0) : null;
	}

	private static double heap() {
		double most = Runtime.getRuntime().maxMemory();
		return COLLECTORS.stream()
			.map(GarbageCollectorMXBean::getLastGcInfo)
			.filter(Objects::nonNull)
			.max(Comparator.comparingLong(GcInfo::getEndTime))
			.map((last) -> last.getMemoryUsageAfterGc().values().stream().mapToLong(MemoryUsage::getUsed).sum() / most)
			.orElse(0.0);
	}

	/** Without the collectors that count cycles, in which the application goes on. */
	private static long pausedMillis() {
		return COLLECTORS.stream()
			.filter((collector) -> !collector.getName().endsWith("Cycles"))
			.mapToLong((collector) -> Math.max(0, collector.getCollectionTime()))
			.sum();
	}

}
