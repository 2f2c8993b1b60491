package dev.grpctuning.load.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.StageBand;
import dev.grpctuning.load.diagnosis.StageSplit;
import dev.grpctuning.load.stats.Figures;

/** The stages of calls in a table; a stage that took no time has no column. */
public final class StageTable {

	private static final Map<String, Function<StageBand, @Nullable Double>> STAGES = new LinkedHashMap<>();

	static {
		STAGES.put("schedule slip", StageBand::scheduleSlipMicros);
		STAGES.put("stream wait", StageBand::streamWaitMicros);
		STAGES.put("write, network", StageBand::writeAndNetworkMicros);
		STAGES.put("event loop", StageBand::eventLoopMicros);
		STAGES.put("queue", StageBand::executorQueueMicros);
		STAGES.put("handler", StageBand::handlerMicros);
		STAGES.put("flush, network", StageBand::flushAndNetworkMicros);
		STAGES.put("network", StageBand::networkMicros);
		STAGES.put("client's loop", StageBand::clientEventLoopMicros);
		STAGES.put("unexplained", StageBand::unexplainedMicros);
	}

	private static final Table<StageBand> BANDS = stages(new Table<StageBand>().text("where it goes", StageBand::title),
			(band) -> band);

	private StageTable() {
	}

	/** A table for a terminal, with a row for the mean and for each percentile. */
	static String terminal(StageSplit split) {
		return BANDS.terminal(Stream.concat(Stream.of(split.mean()), split.percentiles().stream()).toList());
	}

	/** Adds a column for the response time and for each stage. */
	public static <T> Table<T> stages(Table<T> table, Function<T, StageBand> band) {
		Table<T> all = table.number("response", (row) -> micros(band.apply(row).responseMicros()));
		for (Map.Entry<String, Function<StageBand, @Nullable Double>> stage : STAGES.entrySet()) {
			all = all.number(stage.getKey(), (row) -> micros(stage.getValue().apply(band.apply(row)))).optional();
		}
		return all;
	}

	private static @Nullable String micros(@Nullable Double micros) {
		return (micros != null && Math.abs(micros) >= 0.5) ? Figures.micros(Math.round(micros)) : null;
	}

}
