package dev.grpctuning.load.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.result.RunDocument;

/**
 * Runs as lines of the grid: clients × simulated delay. A figure that the plan does not
 * have is a dash.
 */
public final class GridLayout {

	private static final String HEADER = "Clients, RPCs, RPCs/s, sum(us), avg(us), simulated_delay(us), delta(us)";

	private GridLayout() {
	}

	public static String of(List<RunDocument> runs) {
		return Stream.concat(Stream.of(HEADER), runs.stream().map(GridRow::of).map(GridLayout::line))
			.collect(Collectors.joining("\n"));
	}

	private static String line(GridRow row) {
		return String.join(", ", figure(4, "d", row.clients()), figure(6, "d", row.rpcs()),
				figure(8, ".2f", row.rpcsPerSecond()), figure(11, ".2f", row.sumMicros()),
				figure(8, ".2f", row.avgMicros()), figure(4, "d", row.simulatedDelayMicros()),
				figure(8, ".2f", row.deltaMicros()));
	}

	private static String figure(int width, String conversion, @Nullable Number value) {
		return (value != null) ? String.format(Locale.ROOT, "%" + width + conversion, value)
				: String.format(Locale.ROOT, "%" + width + "s", "-");
	}

}
