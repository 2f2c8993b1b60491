package dev.grpctuning.load.diagnosis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Figures;

/**
 * What held a run up in words, with the figures that say so.
 */
final class BottleneckText {

	private BottleneckText() {
	}

	static String title(Bottleneck bottleneck) {
		return switch (bottleneck) {
			case LOAD_GENERATOR_SATURATED -> "load generator saturated";
			case CPU_BOUND -> "CPU-bound";
			case GC -> "GC";
			case REFUSED_BY_THE_LIMIT, EVENT_LOOP_BLOCKED, QUEUEING_IN_THE_EXECUTOR, WAITING_IN_THE_HANDLER,
					NONE_SHOWN ->
				bottleneck.name().toLowerCase(Locale.ROOT).replace('_', ' ');
		};
	}

	static String of(Bottleneck bottleneck, RunFigures run) {
		return title(bottleneck) + ": " + switch (bottleneck) {
			case LOAD_GENERATOR_SATURATED -> (run.saturatedBy() != null) ? run.saturatedBy() : cpu(run);
			case REFUSED_BY_THE_LIMIT -> refused(run) + server(run);
			case GC -> gc(run) + server(run);
			case CPU_BOUND -> cpu(run);
			case EVENT_LOOP_BLOCKED -> lag(run) + server(run);
			case QUEUEING_IN_THE_EXECUTOR -> queue(run) + server(run);
			case WAITING_IN_THE_HANDLER -> handler(run) + server(run);
			case NONE_SHOWN -> largest(run.split()) + server(run);
		};
	}

	private static String cpu(RunFigures run) {
		RunFigures.Cpu cpu = run.cpu();
		if (cpu == null) {
			return "";
		}
		String server = "the server took %s of %d processors".formatted(percent(cpu.server()), cpu.processors());
		return cpu.together() ? server + ", the client " + percent(cpu.client()) : server;
	}

	private static String server(RunFigures run) {
		return (run.cpu() != null) ? ", server CPU " + percent(run.cpu().server()) : "";
	}

	private static String refused(RunFigures run) {
		long refused = (run.refused() != null) ? run.refused() : 0;
		return "%s of the calls (%s) were refused".formatted(percent((double) refused / run.started()),
				Figures.count(refused));
	}

	private static String gc(RunFigures run) {
		RunFigures.Gc gc = run.gc();
		return (gc != null) ? "%s of the time was spent in pauses%s".formatted(percent(gc.share()),
				(gc.full() != 0) ? ", %s full collections".formatted(Figures.count(gc.full())) : "") : "";
	}

	private static String lag(RunFigures run) {
		RunFigures.Lag lag = run.lag();
		LatencySplit split = run.split();
		if (lag == null || split == null) {
			return "";
		}
		// Tasks of calls are a part of all: others may wait longer than any call takes.
		double share = lag.meanMicros() / split.serviceMicros();
		return "its tasks waited %s%s, %s".formatted(micros(lag.meanMicros()),
				(lag.p99Micros() != null) ? " (p99 %s)".formatted(micros(lag.p99Micros())) : "",
				(share <= 1) ? percent(share) + " of the service time"
						: "longer than the service time of " + micros(split.serviceMicros()));
	}

	private static String queue(RunFigures run) {
		LatencySplit split = run.split();
		RunFigures.Queue queue = run.queue();
		if (split == null) {
			return "";
		}
		String share = percent(split.share(split.executorWaitMicros()))
				+ " of the response time was spent in the queue";
		if (queue == null) {
			return share;
		}
		return share
				+ ((queue.waitP50Micros() != null) ? " (p50 wait %s)".formatted(micros(queue.waitP50Micros())) : "")
				+ ", %s tasks queued".formatted(Figures.rate(queue.tasks()));
	}

	private static String handler(RunFigures run) {
		LatencySplit split = run.split();
		return (split != null && split.handlerMicros() != null)
				? "%s of the response time was spent in the handler (%s)"
					.formatted(percent(split.share(split.handlerMicros())), micros(split.handlerMicros()))
				: "";
	}

	/**
	 * The largest part of the response time, which is not large enough or has no cause
	 * that was measured.
	 */
	private static String largest(@Nullable LatencySplit split) {
		if (split == null) {
			return "no call was answered";
		}
		Map<String, Double> parts = new LinkedHashMap<>();
		put(parts, "in the client before the send", split.clientWaitMicros());
		put(parts, "between client and server", split.networkMicros());
		put(parts, "in the executor's queue", split.executorWaitMicros());
		put(parts, "in the handler", split.handlerMicros());
		put(parts, "in the server", (split.handlerMicros() != null) ? null : split.serverMicros());
		Map.Entry<String, Double> largest = Collections.max(parts.entrySet(), Map.Entry.comparingByValue());
		return "%s of the response time was spent %s".formatted(percent(split.share(largest.getValue())),
				largest.getKey());
	}

	private static void put(Map<String, Double> parts, String name, @Nullable Double micros) {
		if (micros != null) {
			parts.put(name, micros);
		}
	}

	private static String micros(double micros) {
		return Figures.micros(Math.round(micros));
	}

	private static String percent(double share) {
		return String.format(Locale.ROOT, "%.0f %%", share * 100);
	}

}
