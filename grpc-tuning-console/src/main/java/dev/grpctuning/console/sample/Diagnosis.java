package dev.grpctuning.console.sample;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.observe.Cause;

/**
 * What limited the service in the last minute.
 *
 * @param text one sentence with the figures behind it, and where the advice says more
 */
public record Diagnosis(Cause cause, String text) {

	private static final double PERCENT = 100;

	/** Percent of the calls. */
	private static final double FAILED = 1;

	/** Those that OpenTelemetry counts as errors of a server, and refusals. */
	private static final Set<String> ERRORS = Set.of("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL",
			"UNAVAILABLE", "DATA_LOSS", "RESOURCE_EXHAUSTED");

	/**
	 * Explains the last minute, as far as there are points of it.
	 * @param advice supplies what the settings of the server were found to do
	 */
	public static Diagnosis of(Collection<Point> minute, Supplier<List<Advice>> advice) {
		Diagnosis found = of(minute);
		return advice.get()
			.stream()
			.filter((each) -> each.cause() == found.cause())
			.findFirst()
			.map((each) -> new Diagnosis(found.cause(),
					"%s See the advice on %s.".formatted(found.text(), each.knob())))
			.orElse(found);
	}

	private static Diagnosis of(Collection<Point> minute) {
		double calls = sum(minute, (point) -> point.calls().total());
		double refused = sum(minute, (point) -> point.calls().refused());
		double asked = (calls > 0) ? calls : refused + sum(minute, (point) -> point.work().accepted());
		double gc = mean(minute, (point) -> point.jvm().gc());
		double cpu = mean(minute, (point) -> point.jvm().cpu());
		double machine = mean(minute, (point) -> point.jvm().machine());
		double lag = mean(minute, (point) -> point.lag().mean());
		double wait = mean(minute, (point) -> point.work().waiting().mean());
		if (share(refused, asked) >= PERCENT * Cause.REFUSED) {
			return found(Cause.REFUSED_BY_THE_LIMIT, "%.1f %% in the last minute, %.0f per second",
					share(refused, asked), refused / minute.size());
		}
		if (gc >= PERCENT * Cause.PAUSED) {
			return found(Cause.GC, "for %.0f %% of the last minute", gc);
		}
		if (cpu >= PERCENT * Cause.CPU_TAKEN) {
			return found(Cause.CPU_BOUND, "%.0f %% in the last minute", cpu);
		}
		if (machine >= PERCENT * Cause.CPU_TAKEN) {
			return found(Cause.MACHINE_CONTENDED_BY_OTHERS,
					"%.0f %% were busy in the last minute, %.0f %% with this one", machine, cpu);
		}
		if (lag >= Cause.LAG_MILLIS) {
			return found(Cause.EVENT_LOOP_BLOCKED, "%.1f ms in the last minute", lag);
		}
		if (wait >= Cause.LAG_MILLIS && wait >= Cause.LARGE_PART * mean(minute, (point) -> point.latency().p50())) {
			return found(Cause.QUEUEING_IN_THE_EXECUTOR, "%.1f ms in the last minute", wait);
		}
		return failing(minute, calls, cpu);
	}

	private static Diagnosis failing(Collection<Point> minute, double calls, double cpu) {
		Map<String, Double> failed = new TreeMap<>();
		minute.forEach((point) -> point.calls()
			.endedOrNone()
			.forEach((status, rate) -> failed.merge(status, rate, Double::sum)));
		failed.keySet().retainAll(ERRORS);
		double failures = failed.values().stream().mapToDouble(Double::doubleValue).sum();
		if (share(failures, calls) >= FAILED) {
			String most = failed.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
			return found(Cause.NONE_SHOWN, "%.1f %% of the calls failed in the last minute, most of them with %s",
					share(failures, calls), most);
		}
		if (calls == 0 && minute.stream().allMatch((point) -> point.calls().ended() != null)) {
			return found(Cause.NONE_SHOWN, "no calls in the last minute");
		}
		return Double.isNaN(cpu) ? new Diagnosis(Cause.NONE_SHOWN, Cause.NONE_SHOWN.sentence() + ".")
				: found(Cause.NONE_SHOWN, "its CPU was %.0f %% busy in the last minute", cpu);
	}

	private static Diagnosis found(Cause cause, String figures, Object... values) {
		return new Diagnosis(cause, "%s: %s.".formatted(cause.sentence(), String.format(Locale.ROOT, figures, values)));
	}

	private static double share(double part, double all) {
		return (all > 0) ? PERCENT * part / all : 0;
	}

	private static double sum(Collection<Point> minute, Function<Point, Double> figure) {
		return minute.stream().mapToDouble(figure::apply).sum();
	}

	/** Mean of the seconds that have the figure, NaN if none has. */
	private static double mean(Collection<Point> minute, Function<Point, @Nullable Double> figure) {
		return minute.stream()
			.map(figure)
			.filter(Objects::nonNull)
			.mapToDouble(Double::doubleValue)
			.average()
			.orElse(Double.NaN);
	}

}
