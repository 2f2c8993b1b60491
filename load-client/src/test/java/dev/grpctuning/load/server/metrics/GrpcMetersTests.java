package dev.grpctuning.load.server.metrics;

import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.result.Approved;

/** Tests for {@link GrpcMeters}, with what a real server said. */
@Tag(Approved.TAG)
class GrpcMetersTests {

	private static final String CALLS = """
			grpc_server_call_duration_seconds_bucket{grpc_method="hello.v1.HelloService/SayHello",grpc_status="OK",le="0.01"} 30
			grpc_server_call_duration_seconds_bucket{grpc_method="hello.v1.HelloService/SayHello",grpc_status="OK",le="+Inf"} 40
			grpc_server_call_duration_seconds_count{grpc_method="hello.v1.HelloService/SayHello",grpc_status="OK"} 40
			grpc_server_call_duration_seconds_sum{grpc_method="hello.v1.HelloService/SayHello",grpc_status="OK"} 0.8
			grpc_server_call_duration_seconds_count{grpc_method="hello.v1.HelloService/SayHello",grpc_status="RESOURCE_EXHAUSTED"} 7
			grpc_server_call_duration_seconds_sum{grpc_method="hello.v1.HelloService/SayHello",grpc_status="RESOURCE_EXHAUSTED"} 0.001
			""";

	private static final String STARTER = """
			grpc_tuning_executor_queued{executor="main",generation="1"} 12.0
			grpc_tuning_executor_queued{executor="canary",generation="1"} 3.0
			grpc_tuning_executor_active{executor="main",generation="1"} 2.0
			grpc_tuning_executor_calls_total{executor="main",generation="1"} 60.0
			grpc_tuning_executor_completed_total{executor="main",generation="1"} 100.0
			grpc_tuning_executor_refused_total{executor="main",generation="1"} 2.0
			grpc_tuning_executor_wait_seconds_bucket{executor="main",generation="1",le="0.005"} 50
			grpc_tuning_executor_wait_seconds_bucket{executor="main",generation="1",le="+Inf"} 100
			grpc_tuning_executor_wait_seconds_count{executor="main",generation="1"} 100
			grpc_tuning_executor_wait_seconds_sum{executor="main",generation="1"} 1.5
			grpc_tuning_executor_run_seconds_count{executor="main",generation="1"} 100
			grpc_tuning_executor_run_seconds_sum{executor="main",generation="1"} 0.25
			grpc_tuning_eventloop_lag_seconds_count{generation="1",group="boss",thread="boss-0"} 50
			grpc_tuning_eventloop_lag_seconds_sum{generation="1",group="boss",thread="boss-0"} 0.1
			grpc_tuning_eventloop_lag_seconds_count{generation="1",group="worker",thread="worker-0"} 10
			grpc_tuning_eventloop_lag_seconds_sum{generation="1",group="worker",thread="worker-0"} 0.5
			grpc_tuning_eventloop_lag_seconds_count{generation="1",group="worker",thread="worker-1"} 10
			grpc_tuning_eventloop_lag_seconds_sum{generation="1",group="worker",thread="worker-1"} 0.25
			grpc_tuning_eventloop_pending{generation="1",group="boss"} 9.0
			grpc_tuning_eventloop_pending{generation="1",group="worker"} 4.0
			grpc_tuning_limit_allowed NaN
			grpc_tuning_limit_refused_total 5.0
			""";

	/**
	 * Only event loops that read and write count, and calls that were refused do not
	 * shorten the mean.
	 */
	@Test
	void whenAServerTellsOfItsCallsThenTheyAreKnown() {
		Approved.assertCase("diagnosis.txt",
				Stream.of(CALLS + STARTER, STARTER, CALLS, "jvm_threads_live_threads 23")
					.map((text) -> String.valueOf(GrpcMeters.of(PrometheusText.parse(text))))
					.toArray(String[]::new));
	}

}
