package dev.grpctuning.load.stats;

import java.util.ArrayList;
import java.util.List;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.Trend;
import dev.grpctuning.load.schedule.Concurrency;

/** Whether the rate of a run still rose, because client and server were not yet warm. */
public final class Rise {

	private static final double LEAST = 0.05;

	private static final int FEWEST = 5;

	private Rise() {
	}

	/**
	 * The share of its median by which the rate rose at least from the first interval to
	 * the last, with 95 % confidence. {@code null} if that is below 5 %, or the plan sets
	 * the rate or changes the load, or there are too few intervals.
	 */
	public static @Nullable Double of(LoadModel model, MeasuredLoad load) {
		boolean constant = model instanceof LoadModel.Blocking
				|| model instanceof LoadModel.Closed closed && closed.concurrency() instanceof Concurrency.Constant;
		double[] rates = constant ? rates(load) : new double[0];
		if (rates.length < FEWEST) {
			return null;
		}
		double rise = Trend.of(rates).lowest() * (rates.length - 1)
				/ Median.withDefaults().withCopy(true).evaluate(rates);
		return (rise >= LEAST) ? rise : null;
	}

	/**
	 * The rates of the whole intervals in which as many calls end as begin: not of the
	 * first, in which the first calls that count have not ended, nor of the last.
	 */
	private static double[] rates(MeasuredLoad load) {
		double from = load.result().latencyMicros().response().p99() / 1e6;
		List<TimelinePoint> points = load.timeline();
		List<Double> rates = new ArrayList<>();
		for (int i = 1; i < points.size() - 1; i++) {
			double begin = points.get(i - 1).seconds();
			if (begin >= from) {
				rates.add(points.get(i).ok() / (points.get(i).seconds() - begin));
			}
		}
		return rates.stream().mapToDouble(Double::doubleValue).toArray();
	}

}
