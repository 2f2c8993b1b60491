package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.metrics.TimerSample;

/** A server's calls in an interval, {@code null} if not measured. */
public record GrpcSecond(@Nullable Double callMicros, @Nullable Double callP99Micros, Executor executor,
		@Nullable Double eventLoopLagMicros, @Nullable Double eventLoopLagP99Micros,
		@Nullable Double eventLoopLagMaxMicros, @Nullable Long eventLoopPending, @Nullable Long refused) {

	static @Nullable GrpcSecond of(@Nullable ServerSample before, ServerSample sample) {
		GrpcMeters meters = sample.grpc();
		if (meters == null) {
			return null;
		}
		GrpcMeters.Interval since = GrpcMeters.Interval.between((before != null) ? before : sample, sample);
		GrpcMeters.Executor executor = meters.executor();
		return new GrpcSecond(mean(since.calls()), tail(since.calls()),
				new Executor((executor != null) ? executor.queued() : null,
						(executor != null) ? executor.active() : null, mean(since.waits()), tail(since.waits()),
						mean(since.runs()), tail(since.runs())),
				mean(since.lag()), few(since.lag()) ? null : tail(since.lag()), max(since.lag()),
				meters.eventLoopPending(), (since.refused() != null) ? Math.round(since.refused()) : null);
	}

	/** Event loops are asked five times a second, which is too few for a percentile. */
	private static boolean few(@Nullable TimerSample times) {
		return times == null || !times.hasQuantile(0.99);
	}

	private static @Nullable Double max(@Nullable TimerSample times) {
		return (times != null) ? times.maxMicros() : null;
	}

	private static @Nullable Double mean(@Nullable TimerSample times) {
		return (times != null) ? times.meanMicros() : null;
	}

	private static @Nullable Double tail(@Nullable TimerSample times) {
		return (times != null) ? times.quantileMicros(0.99) : null;
	}

	/** Tasks of the server's executor. */
	public record Executor(@Nullable Long queued, @Nullable Long active, @Nullable Double waitMicros,
			@Nullable Double waitP99Micros, @Nullable Double runMicros, @Nullable Double runP99Micros) {
	}

}
