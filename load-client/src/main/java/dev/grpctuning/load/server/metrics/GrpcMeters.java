package dev.grpctuning.load.server.metrics;

import org.jspecify.annotations.Nullable;

/**
 * Meters of a server's calls at one moment: gRPC's own, and those of the tuning starter.
 * What it does not have is {@code null}.
 *
 * @param calls from first byte to end, of calls that ended with status OK
 * @param executor {@code null} also where calls run on gRPC's default executor
 */
public record GrpcMeters(@Nullable TimerSample calls, @Nullable ExecutorMeters executor,
		@Nullable TimerSample eventLoopLag, @Nullable Long eventLoopPending, @Nullable Double refused) {

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

	private static @Nullable ExecutorMeters executor(PrometheusText meters) {
		TimerSample wait = meters.timer(EXECUTOR + "wait_seconds");
		TimerSample run = meters.timer(EXECUTOR + "run_seconds");
		return (wait != null && run != null)
				? new ExecutorMeters((long) meters.sum(EXECUTOR + "queued"), (long) meters.sum(EXECUTOR + "active"),
						meters.sum(EXECUTOR + "calls_total"), meters.sum(EXECUTOR + "completed_total"), wait, run)
				: null;
	}

}
