package dev.grpctuning.load.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;

/** Runs as lines of the grid: clients × simulated delay. */
public final class GridLayout {

	private static final String HEADER = "Clients, RPCs, RPCs/s, sum(us), avg(us), simulated_delay(us), delta(us)";

	private GridLayout() {
	}

	public static String of(List<Row> rows) {
		return Stream.concat(Stream.of(HEADER), rows.stream().map(GridLayout::line)).collect(Collectors.joining("\n"));
	}

	private static String line(Row row) {
		return String.join(", ", figure(4, "d", row.clients()), figure(6, "d", row.rpcs()),
				figure(8, ".2f", row.rpcsPerSecond()), figure(11, ".2f", row.sumMicros()),
				figure(8, ".2f", row.avgMicros()), figure(4, "d", row.simulatedDelayMicros()),
				figure(8, ".2f", row.deltaMicros()));
	}

	private static String figure(int width, String conversion, @Nullable Number value) {
		return (value != null) ? String.format(Locale.ROOT, "%" + width + conversion, value)
				: String.format(Locale.ROOT, "%" + width + "s", "-");
	}

	/** A run as a line of the grid: the delay asked for, and what calls took longer. */
	public record Row(@Nullable Integer clients, long rpcs, double rpcsPerSecond, double sumMicros, double avgMicros,
			@Nullable Long simulatedDelayMicros, @Nullable Double deltaMicros) {

		public static Row of(RunDocument run) {
			Histogram service = HistogramText.decode(run.load().latencyMicros().service().histogram());
			double avg = (service.getTotalCount() != 0) ? service.getMean() : 0;
			Long delay = delay(run.plan());
			return new Row(clients(run.plan()), run.load().counts().ok(), run.load().rate().perSecond(),
					avg * service.getTotalCount(), avg, delay, (delay != null) ? avg - delay : null);
		}

		public static @Nullable Integer clients(PlanDocument plan) {
			if (plan.blocking() != null) {
				return plan.blocking().clients();
			}
			return (plan.closed() != null && plan.closed().outstanding() != null)
					? Integer.valueOf(plan.closed().outstanding() * plan.channels()) : null;
		}

		public static @Nullable Long delay(PlanDocument plan) {
			String asked = plan.call().metadata().get(HelloCall.DELAY_HEADER);
			return (asked != null && asked.matches("\\d{1,9}")) ? Long.valueOf(asked) : null;
		}

	}

}
