package dev.grpctuning.load.text;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.target.HelloTarget;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.plan.PlanDocument;

/**
 * A run as a line of the grid.
 *
 * @param clients calls that are open at once, {@code null} if their number is not
 * constant
 * @param simulatedDelayMicros delay that each call asked the handler for
 * @param deltaMicros mean of what calls took longer than that
 */
public record GridRow(@Nullable Integer clients, long rpcs, double rpcsPerSecond, double sumMicros, double avgMicros,
		@Nullable Long simulatedDelayMicros, @Nullable Double deltaMicros) {

	public static GridRow of(RunDocument run) {
		Histogram service = HistogramText.decode(run.latencyHistogram());
		double avg = (service.getTotalCount() != 0) ? service.getMean() : 0;
		Long delay = delay(run.plan());
		return new GridRow(clients(run.plan()), run.counts().ok(), run.throughputPerSecond(),
				avg * service.getTotalCount(), avg, delay, (delay != null) ? avg - delay : null);
	}

	private static @Nullable Integer clients(PlanDocument plan) {
		if (plan.blocking() != null) {
			return plan.blocking().clients();
		}
		return (plan.closed() != null && plan.closed().outstanding() != null)
				? Integer.valueOf(plan.closed().outstanding() * plan.channels()) : null;
	}

	private static @Nullable Long delay(PlanDocument plan) {
		String asked = plan.metadata().get(HelloTarget.DELAY_HEADER);
		return (asked != null && asked.matches("\\d{1,9}")) ? Long.valueOf(asked) : null;
	}

}
