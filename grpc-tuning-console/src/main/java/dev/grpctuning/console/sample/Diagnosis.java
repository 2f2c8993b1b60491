package dev.grpctuning.console.sample;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * What limited the service. Causes come before what they cause: a service whose
 * processors are busy has a queue as well, and more threads would not help it.
 *
 * @param text one sentence, with the figures behind it
 */
public record Diagnosis(String text) {

	/** Percent of the calls. */
	private static final double REFUSED = 1;

	private static final double FAILED = 1;

	/** Percent of the time. G1 aims at no more than 8. */
	private static final double PAUSED = 20;

	/** Percent of the processors. */
	private static final double BUSY = 90;

	private static final double LATE_MILLIS = 1;

	private static final double WAIT_MILLIS = 1;

	/** Part of the duration of a call. */
	private static final double LARGE_PART = 0.4;

	/** Those that OpenTelemetry counts as errors of a server, and refusals. */
	private static final Set<String> ERRORS = Set.of("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL",
			"UNAVAILABLE", "DATA_LOSS", "RESOURCE_EXHAUSTED");

	/** Explains the last minute, as far as there are points of it. */
	public static Diagnosis of(Collection<Point> minute) {
		double calls = sum(minute, Point::ended);
		double refused = sum(minute, Point::refused);
		double asked = (calls > 0) ? calls : refused + sum(minute, Point::accepted);
		double gc = mean(minute, Point::gc);
		double cpu = mean(minute, Point::cpu);
		double machine = mean(minute, Point::machine);
		double lag = mean(minute, Point::loopLag);
		double wait = mean(minute, Point::waitMean);
		if (share(refused, asked) >= REFUSED) {
			return found("A limit refused %.1f %% of the calls in the last minute, %.0f per second.",
					share(refused, asked), refused / minute.size());
		}
		if (gc >= PAUSED) {
			return found("Garbage collection is the limit: it stopped the service for %.0f %% of the last minute.", gc);
		}
		if (cpu >= BUSY) {
			return found("The server's CPU is the limit: %.0f %% busy for the last minute.", cpu);
		}
		if (machine >= BUSY) {
			return found("The machine's CPU is the limit: %.0f %% busy for the last minute, %.0f %% by this service.",
					machine, cpu);
		}
		if (lag >= LATE_MILLIS) {
			return found("The event loops ran their tasks %.1f ms late in the last minute. A handler that blocks them "
					+ "is the usual cause.", lag);
		}
		if (wait >= WAIT_MILLIS && wait >= LARGE_PART * mean(minute, Point::p50)) {
			return found("Calls waited %.1f ms for a thread of their executor in the last minute.", wait);
		}
		return failing(minute, calls, cpu);
	}

	private static Diagnosis failing(Collection<Point> minute, double calls, double cpu) {
		Map<String, Double> failed = new TreeMap<>();
		minute
			.forEach((point) -> point.callsOrNone().forEach((status, rate) -> failed.merge(status, rate, Double::sum)));
		failed.keySet().retainAll(ERRORS);
		double failures = failed.values().stream().mapToDouble(Double::doubleValue).sum();
		if (share(failures, calls) >= FAILED) {
			String most = failed.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
			return found("%.1f %% of the calls failed in the last minute, most of them with %s.",
					share(failures, calls), most);
		}
		if (calls == 0 && minute.stream().allMatch((point) -> point.calls() != null)) {
			return new Diagnosis("No calls in the last minute.");
		}
		return Double.isNaN(cpu) ? new Diagnosis("Nothing limits the service.")
				: found("Nothing limits the service: its CPU was %.0f %% busy in the last minute.", cpu);
	}

	private static Diagnosis found(String text, Object... figures) {
		return new Diagnosis(String.format(Locale.ROOT, text, figures));
	}

	private static double share(double part, double all) {
		return (all > 0) ? 100 * part / all : 0;
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
