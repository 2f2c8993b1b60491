package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.ExecutorMeters;
import dev.grpctuning.load.server.metrics.GrpcInterval;
import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.metrics.TimerSample;

/**
 * What a server's meters say of its calls in a moment of a run: times are those noted
 * since the sample of the moment before, numbers of tasks those of the moment. Of a
 * server without such meters, and where nothing was noted, they are {@code null}.
 *
 * @param callMicros mean time from a call's first byte to its end
 * @param callP99Micros 99th percentile of that, as exact as the meter's buckets are, as
 * all percentiles here
 * @param executorQueued tasks that wait for a thread
 * @param executorWaitMicros mean time that tasks waited for a thread
 * @param executorWaitP99Micros 99th percentile of that
 * @param executorRunP99Micros 99th percentile of that
 * @param eventLoopLagP99Micros 99th percentile of that
 */
public record GrpcSecond(@Nullable Double callMicros, @Nullable Double callP99Micros, @Nullable Long executorQueued,
		@Nullable Long executorActive, @Nullable Double executorWaitMicros, @Nullable Double executorWaitP99Micros,
		@Nullable Double executorRunMicros, @Nullable Double executorRunP99Micros, @Nullable Double eventLoopLagMicros,
		@Nullable Double eventLoopLagP99Micros, @Nullable Long eventLoopPending, @Nullable Long refused) {

	private static final double TAIL = 0.99;

	static @Nullable GrpcSecond of(@Nullable ServerSample before, ServerSample sample) {
		GrpcMeters meters = sample.grpc();
		if (meters == null) {
			return null;
		}
		GrpcInterval since = GrpcInterval.between((before != null) ? before : sample, sample);
		ExecutorMeters executor = meters.executor();
		return new GrpcSecond(mean(since.calls()), tail(since.calls()), (executor != null) ? executor.queued() : null,
				(executor != null) ? executor.active() : null, mean(since.waits()), tail(since.waits()),
				mean(since.runs()), tail(since.runs()), mean(since.lag()), tail(since.lag()), meters.eventLoopPending(),
				(since.refused() != null) ? Math.round(since.refused()) : null);
	}

	private static @Nullable Double mean(@Nullable TimerSample times) {
		return (times != null) ? times.meanMicros() : null;
	}

	private static @Nullable Double tail(@Nullable TimerSample times) {
		return (times != null) ? times.quantileMicros(TAIL) : null;
	}

}
