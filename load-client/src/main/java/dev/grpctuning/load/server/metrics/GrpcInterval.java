package dev.grpctuning.load.server.metrics;

import org.jspecify.annotations.Nullable;

/**
 * What a server's meters have noted of its calls between two samples. A meter that began
 * anew in between, because a generation of the server ended, is {@code null}.
 *
 * @param calls from a call's first byte to its end
 * @param lag how late event loops ran tasks
 */
public record GrpcInterval(@Nullable TimerSample calls, @Nullable TimerSample waits, @Nullable TimerSample runs,
		double executorCalls, double executorTasks, @Nullable TimerSample lag, @Nullable Double refused) {

	private static final GrpcInterval UNKNOWN = new GrpcInterval(null, null, null, 0, 0, null, null);

	public static GrpcInterval between(ServerSample from, ServerSample to) {
		GrpcMeters now = to.grpc();
		GrpcMeters before = from.grpc();
		if (now == null || before == null) {
			return UNKNOWN;
		}
		ExecutorMeters executor = now.executor();
		ExecutorMeters earlier = (before.executor() != null) ? before.executor() : ExecutorMeters.NONE;
		TimerSample calls = since(now.calls(), before.calls());
		TimerSample lag = since(now.eventLoopLag(), before.eventLoopLag());
		Double refused = (now.refused() != null)
				? increase(now.refused(), (before.refused() != null) ? before.refused() : 0) : null;
		if (executor == null) {
			return new GrpcInterval(calls, null, null, 0, 0, lag, refused);
		}
		return new GrpcInterval(calls, executor.waits().since(earlier.waits()), executor.runs().since(earlier.runs()),
				increase(executor.calls(), earlier.calls()), increase(executor.tasks(), earlier.tasks()), lag, refused);
	}

	private static @Nullable TimerSample since(@Nullable TimerSample now, @Nullable TimerSample before) {
		return (now != null) ? now.since(before) : null;
	}

	private static double increase(double now, double before) {
		return Math.max(0, now - before);
	}

}
