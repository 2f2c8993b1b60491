package dev.grpctuning.load.compare.slices;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.SlicedLoad;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.LoadResult;

/**
 * Length of slices, or why variants must take turns in whole runs. A slice must be much
 * longer than a call, because the calls at its beginning and its end do not count in
 * full. No queue may grow from one slice to the next, because slices of some milliseconds
 * show no overload.
 *
 * @param slice length of a slice, or {@code null} if there is an obstacle
 * @param obstacle end of a sentence, or {@code null} if there is none
 */
public record SliceChoice(@Nullable Duration slice, @Nullable String obstacle) {

	/** Shorter ones between JVMs would measure their cold caches. */
	private static final Duration BETWEEN_SERVERS = Duration.ofMillis(100);

	private static final Duration IN_ONE_SERVER = Duration.ofMillis(50);

	private static final Duration LONGEST = Duration.ofMillis(500);

	/** A slice is at least this many times the median response time. */
	private static final int LONG = 10;

	/** Share of calls that may fail. */
	private static final double FAILING = 0.001;

	/** The shortest slices in one server, or between several. */
	public static SliceChoice shortest(boolean oneServer) {
		return new SliceChoice(oneServer ? IN_ONE_SERVER : BETWEEN_SERVERS, null);
	}

	public static SliceChoice none(String obstacle) {
		return new SliceChoice(null, obstacle);
	}

	/** This choice, adapted to another variant by the result of a load that it had. */
	public SliceChoice with(String variant, LoadModel model, LoadResult load) {
		if (this.slice == null) {
			return this;
		}
		if (!SlicedLoad.canDrive(model)) {
			return none("the load of %s is not constant (closed or open model)".formatted(variant));
		}
		long failed = load.counts().failedTotal() + load.counts().unfinished();
		if (failed > FAILING * load.counts().started() || load.counts().ok() == 0) {
			return none("%,d of %,d calls of %s failed".formatted(failed, load.counts().started(), variant));
		}
		long micros = LONG * load.latencyMicros().response().p50();
		Duration needed = Duration.ofMillis(Math.max(10 * Math.ceilDiv(micros, 10_000), this.slice.toMillis()));
		if (needed.compareTo(LONGEST) > 0) {
			return none("calls of %s take %d ms (median, at most 50 ms)".formatted(variant,
					load.latencyMicros().response().p50() / 1000));
		}
		return (1000 * load.latencyMicros().response().p99() > LONGEST.toNanos())
				? none("the p99 of %s is above 500 ms".formatted(variant)) : new SliceChoice(needed, null);
	}

}
