package dev.grpctuning.load.diagnosis;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument.Found;
import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.observe.Cause;

/** Finds what limited a run, with the figures that show it. */
final class BottleneckFinder {

	/** In the order of the causes. The first that applies is the one. */
	private static final List<Rule> RULES = List.of(
			new Rule(Cause.THROTTLED_BY_ITS_QUOTA, (run) -> run.machine().clientThrottled() >= Cause.THROTTLED,
					(run) -> figures("side", "client", "periods", percent(run.machine().clientThrottled()))),
			new Rule(Cause.THROTTLED_BY_ITS_QUOTA, (run) -> run.machine().throttled() >= Cause.THROTTLED,
					(run) -> figures("side", "server", "periods", percent(run.machine().throttled()))),
			new Rule(Cause.MACHINE_CONTENDED_BY_OTHERS, (run) -> run.machine().isContended(),
					(run) -> figures("others", percent(run.machine().others()), "used", percent(run.machine().used()),
							"waited", percent(run.machine().waited()), "wanted", percent(run.machine().wanted()),
							"waits", run.machine().waited() >= Cause.WAITED)),
			new Rule(Cause.LOAD_GENERATOR_SATURATED, (run) -> run.saturatedBy() != null,
					(run) -> figures("saturatedBy", run.saturatedBy())),
			new Rule(Cause.LOAD_GENERATOR_SATURATED,
					(run) -> run.cpu().together() && run.cpu().used() >= Cause.CPU_TAKEN
							&& run.cpu().client() >= Cause.CLIENTS_PART * run.cpu().used(),
					BottleneckFinder::processors),
			new Rule(Cause.LOAD_GENERATOR_SATURATED, (run) -> run.cpu().client() >= Cause.CPU_TAKEN,
					(run) -> figures("clientCpu", percent(run.cpu().client()))),
			new Rule(Cause.REFUSED_BY_THE_LIMIT, (run) -> run.refusedShare() >= Cause.REFUSED,
					(run) -> figures("share", percent(run.refusedShare()), "refused", run.refused())),
			new Rule(Cause.GC, (run) -> run.pauses() >= Cause.PAUSED,
					(run) -> figures("pauses", percent(run.pauses()), "full", run.fullCollections())),
			new Rule(Cause.CPU_BOUND, (run) -> run.cpu().used() >= Cause.CPU_TAKEN, BottleneckFinder::processors),
			new Rule(Cause.ONE_EVENT_LOOP_SATURATED, (run) -> run.machine().busiestLoop() >= Cause.LOOP_BUSY,
					(run) -> figures("busy", percent(Math.min(1, run.machine().busiestLoop())), "loops",
							run.machine().loops())),
			new Rule(Cause.NONE_SHOWN, (run) -> run.split() == null, (run) -> figures("none", true)),
			new Rule(Cause.EVENT_LOOP_BLOCKED, BottleneckFinder::isLate, BottleneckFinder::lag),
			new Rule(Cause.QUEUEING_IN_THE_EXECUTOR, (run) -> isMostly(run, Place.QUEUE), BottleneckFinder::queued),
			new Rule(Cause.WAITING_IN_THE_HANDLER, (run) -> isMostly(run, Place.HANDLER), BottleneckFinder::spent),
			new Rule(Cause.WAITING_FOR_A_STREAM, (run) -> isMostly(run, Place.STREAM),
					(run) -> figures("stream", percent(run.streams().meanMicros() / split(run).responseMicros()),
							"calls", percent(run.streams().waited()), "mean", micros(run.streams().meanMicros()),
							"limit", run.streams().limit())),
			new Rule(Cause.NONE_SHOWN, (run) -> true, BottleneckFinder::spent));

	private BottleneckFinder() {
	}

	static Found find(RunFigures run) {
		Rule first = RULES.stream().filter((rule) -> rule.applies().test(run)).findFirst().orElseThrow();
		Map<String, Object> view = first.figures().apply(run);
		view.put("kind", first.cause());
		String server = percent(run.cpu().server());
		if (server != null) {
			view.put("serverCpu", server);
		}
		return new Found(first.cause(), Templates.line("bottleneck", view));
	}

	private static Map<String, Object> processors(RunFigures run) {
		return figures("server", percent(run.cpu().server()), "processors", run.cpu().processors(), "client",
				run.cpu().together() ? percent(run.cpu().client()) : null);
	}

	private static boolean isLate(RunFigures run) {
		double lag = (run.use() != null && run.use().lag() != null) ? run.use().lag().micros() : 0;
		return lag >= 1000 * Cause.LAG_MILLIS && lag >= Cause.LAG_PART * split(run).serviceMicros();
	}

	private static Map<String, Object> lag(RunFigures run) {
		ServerUse.Lag lag = Objects.requireNonNull(Objects.requireNonNull(run.use()).lag());
		return figures("lag", micros(lag.micros()), "p99", micros(lag.p99Micros()), "max", micros(lag.maxMicros()),
				"service", micros(split(run).serviceMicros()));
	}

	private static boolean isMostly(RunFigures run, Place place) {
		Map.Entry<Place, Double> largest = largest(run);
		return largest.getKey() == place && largest.getValue() >= Cause.LARGE_PART;
	}

	private static Map<String, Object> spent(RunFigures run) {
		Map.Entry<Place, Double> largest = largest(run);
		return figures("spent", percent(largest.getValue()), "place", largest.getKey(), "handler",
				micros(split(run).handlerMicros()));
	}

	private static Map<String, Object> queued(RunFigures run) {
		Map<String, Object> figures = spent(run);
		if (run.use() != null && run.use().queuedTasks() != null) {
			figures.putAll(figures("tasks", Figures.rate(run.use().queuedTasks()), "p50",
					micros(run.use().handOverP50Micros())));
		}
		return figures;
	}

	/** The largest part; of equal parts the one whose cause is known. */
	private static Map.Entry<Place, Double> largest(RunFigures run) {
		LatencySplit split = split(run);
		// The raw engine waits for a stream before the send, and stubs after it.
		double wait = run.streams().meanMicros();
		double before = Math.min(wait, split.clientWaitMicros());
		Double network = split.networkMicros();
		double after = Math.min(wait - before, (network != null) ? network : split.serviceMicros());
		Map<Place, Double> parts = new EnumMap<>(Place.class);
		parts.put(Place.QUEUE, split.share(split.executorWaitMicros()));
		parts.put(Place.HANDLER, split.share(split.handlerMicros()));
		parts.put(Place.STREAM, split.share(before + after));
		parts.put(Place.CLIENT, split.share(split.clientWaitMicros() - before));
		parts.put(Place.NETWORK, (network != null) ? split.share(network - after) : 0);
		parts.put(Place.SERVER, (split.handlerMicros() != null) ? 0 : split.share(split.serverMicros()));
		return Collections.max(parts.entrySet(), Map.Entry.comparingByValue());
	}

	private static LatencySplit split(RunFigures run) {
		return Objects.requireNonNull(run.split());
	}

	/** The names and values of figures that are known. */
	private static Map<String, Object> figures(@Nullable Object... figures) {
		Map<String, Object> known = new HashMap<>();
		for (int i = 0; i < figures.length; i += 2) {
			if (figures[i + 1] != null) {
				known.put(String.valueOf(figures[i]), figures[i + 1]);
			}
		}
		return known;
	}

	private static @Nullable String micros(@Nullable Double micros) {
		return (micros != null) ? Figures.micros(Math.round(micros)) : null;
	}

	private static @Nullable String percent(double share) {
		return Double.isNaN(share) ? null : String.format(Locale.ROOT, "%.0f %%", share * 100);
	}

	private enum Place {

		QUEUE, HANDLER, STREAM, CLIENT, NETWORK, SERVER

	}

	/** A cause, when it applies, and the figures that show it. */
	private record Rule(Cause cause, Predicate<RunFigures> applies, Function<RunFigures, Map<String, Object>> figures) {
	}

}
