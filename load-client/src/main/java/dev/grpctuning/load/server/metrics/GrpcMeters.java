package dev.grpctuning.load.server.metrics;

import org.jspecify.annotations.Nullable;

/** Meters of a server's calls at one moment, {@code null} if it lacks them. */
public record GrpcMeters(@Nullable TimerSample calls, @Nullable Executor executor, @Nullable TimerSample eventLoopLag,
		@Nullable Long eventLoopPending, @Nullable Double refused) {

	private static final String EXECUTOR = "grpc_tuning_executor_";

	private static final String WORKERS = "group=\"worker\"";

	public static GrpcMeters of(PrometheusText meters) {
		return new GrpcMeters(meters.timer("grpc_server_call_duration_seconds", "grpc_status=\"OK\""), executor(meters),
				meters.timer("grpc_tuning_eventloop_lag_seconds", WORKERS),
				meters.has("grpc_tuning_eventloop_pending")
						? (long) meters.sum("grpc_tuning_eventloop_pending", WORKERS) : null,
				meters.has("grpc_tuning_limit_refused_total")
						? meters.sum("grpc_tuning_limit_refused_total") + meters.sum(EXECUTOR + "refused_total")
						: null);
	}

	private static @Nullable Executor executor(PrometheusText meters) {
		TimerSample wait = meters.timer(EXECUTOR + "wait_seconds");
		TimerSample run = meters.timer(EXECUTOR + "run_seconds");
		return (wait != null && run != null)
				? new Executor((long) meters.sum(EXECUTOR + "queued"), (long) meters.sum(EXECUTOR + "active"),
						meters.sum(EXECUTOR + "calls_total"), meters.sum(EXECUTOR + "completed_total"), wait, run)
				: null;
	}

	/** All executors at one moment. A busy server times only a sample of its tasks. */
	public record Executor(long queued, long active, double calls, double tasks, TimerSample waits, TimerSample runs) {

		static final Executor NONE = new Executor(0, 0, 0, 0, TimerSample.NONE, TimerSample.NONE);

	}

	/** What was noted between two samples, {@code null} where a meter began anew. */
	public record Interval(@Nullable TimerSample calls, @Nullable TimerSample waits, @Nullable TimerSample runs,
			double executorCalls, double executorTasks, @Nullable TimerSample lag, @Nullable Double refused) {

		private static final Interval UNKNOWN = new Interval(null, null, null, 0, 0, null, null);

		public static Interval between(ServerSample from, ServerSample to) {
			GrpcMeters now = to.grpc();
			GrpcMeters before = from.grpc();
			if (now == null || before == null) {
				return UNKNOWN;
			}
			GrpcMeters.Executor executor = now.executor();
			GrpcMeters.Executor earlier = (before.executor() != null) ? before.executor() : GrpcMeters.Executor.NONE;
			TimerSample calls = since(now.calls(), before.calls());
			TimerSample lag = since(now.eventLoopLag(), before.eventLoopLag());
			Double refused = (now.refused() != null)
					? increase(now.refused(), (before.refused() != null) ? before.refused() : 0) : null;
			if (executor == null) {
				return new Interval(calls, null, null, 0, 0, lag, refused);
			}
			return new Interval(calls, executor.waits().since(earlier.waits()), executor.runs().since(earlier.runs()),
					increase(executor.calls(), earlier.calls()), increase(executor.tasks(), earlier.tasks()), lag,
					refused);
		}

		private static @Nullable TimerSample since(@Nullable TimerSample now, @Nullable TimerSample before) {
			return (now != null) ? now.since(before) : null;
		}

		private static double increase(double now, double before) {
			return Math.max(0, now - before);
		}

	}

}
