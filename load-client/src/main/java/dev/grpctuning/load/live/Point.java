package dev.grpctuning.load.live;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.server.metrics.CpuUse;
import dev.grpctuning.load.server.metrics.ServerSample;

/**
 * A second of a run as the page draws it. Rates are per second, times are milliseconds,
 * shares of CPU are percent of the processors of each side. What is not known is
 * {@code null}.
 *
 * @param at seconds since the run began, its warm-up included
 * @param warm whether the calls count: the warm-up is over
 */
record Point(double at, boolean warm, @Nullable Double sent, @Nullable Double answered, @Nullable Double failed,
		@Nullable Double p50, @Nullable Double p99, @Nullable Double lag, long open, double clientCpu,
		@Nullable Double serverCpu) {

	/**
	 * Draws a second.
	 * @param at when it ended
	 * @param seconds how long it was
	 */
	static Point of(Progress progress, double at, double seconds, @Nullable Double serverCpu) {
		TimelinePoint point = progress.point();
		Progress.WarmupFigures warmup = progress.warmup();
		double clientCpu = CpuUse.percent(point.process().cpuSeconds(), seconds,
				Runtime.getRuntime().availableProcessors());
		boolean warm = !progress.warmingUp();
		return new Point(rounded(at), warm, warm ? perSecond(point.started(), seconds) : null,
				perSecond(warm ? Long.valueOf(point.ok()) : (warmup != null) ? Long.valueOf(warmup.ok()) : null,
						seconds),
				perSecond(warm ? Long.valueOf(point.failed()) : (warmup != null) ? Long.valueOf(warmup.failed()) : null,
						seconds),
				millis(point.responseP50Micros()),
				millis((warmup != null) ? warmup.responseP99Micros() : point.responseP99Micros()),
				(point.lagP99Micros() != null) ? millis(point.lagP99Micros()) : null, point.open(), rounded(clientCpu),
				serverCpu);
	}

	private static @Nullable Double perSecond(@Nullable Long count, double seconds) {
		return (count != null) ? rounded(count / seconds) : null;
	}

	private static @Nullable Double millis(long micros) {
		return (micros > 0) ? micros / 1e3 : null;
	}

	private static double rounded(double value) {
		return Math.round(value * 10) / 10.0;
	}

	/** The server's CPU between its last two samples. */
	static @Nullable Double serverCpu(@Nullable ServerSample before, ServerSample now) {
		double seconds = (before != null) ? (now.atNanos() - before.atNanos()) / 1e9 : 0;
		return (before != null && seconds > 0 && now.processors() > 0)
				? rounded(CpuUse.percent(now.cpuSeconds() - before.cpuSeconds(), seconds, now.processors())) : null;
	}

}
