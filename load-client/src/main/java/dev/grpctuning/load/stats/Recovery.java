package dev.grpctuning.load.stats;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.TimelinePoint;

/**
 * How long a run needs after an overload. The overload ends when steps of the rate fall
 * for the last time. The run has recovered as soon as a whole second is good: in each of
 * its intervals the p99 of the response times is within the objective, and at most 1 % of
 * the calls that end there fail.
 *
 * @param seconds time from the end of the overload to the beginning of the first good
 * second, at least an interval; until the end of the plan if no second is good
 * @param recovered whether a second is good
 */
public record Recovery(double seconds, boolean recovered) {

	private static final double FAILED_SHARE = 0.01;

	/** Returns {@code null} if no step of the rate falls. */
	public static @Nullable Recovery of(LoadModel model, Duration objective, List<TimelinePoint> timeline) {
		double fall = (model instanceof LoadModel.Open open) ? open.lastFallSeconds() : Double.NaN;
		double end = model.duration().toNanos() / 1e9;
		if (Double.isNaN(fall) || fall >= end) {
			return null;
		}
		double interval = model.interval().toNanos() / 1e9;
		double goodSince = Double.NaN;
		double before = 0;
		for (TimelinePoint point : timeline) {
			if (before >= fall - interval / 2) {
				if (!isGood(point, objective)) {
					goodSince = Double.NaN;
				}
				else if (Double.isNaN(goodSince)) {
					goodSince = before;
				}
				if (point.seconds() - goodSince >= 1 - interval / 2) {
					return new Recovery(Math.max(interval, goodSince - fall), true);
				}
			}
			before = point.seconds();
		}
		return new Recovery(end - fall, false);
	}

	private static boolean isGood(TimelinePoint point, Duration objective) {
		return point.ok() > 0 && point.failed() <= FAILED_SHARE * (point.ok() + point.failed())
				&& point.responseP99Micros() <= objective.toNanos() / 1000;
	}

}
