package dev.grpctuning.plain;

import java.util.List;
import java.util.function.Supplier;

import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import dev.grpctuning.GrpcTuning;
import dev.grpctuning.RunningAutopilot;
import dev.grpctuning.autopilot.AutopilotMode;
import dev.grpctuning.autopilot.AutopilotSettings;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.ExecutorType;

/** A gRPC server that is tuned without Spring, and changed while it serves. */
public final class PlainServer {

	private PlainServer() {
	}

	/** Starts the server on the port of the first argument, or on 9090. */
	public static void main(String[] arguments) throws Exception {
		int port = (arguments.length > 0) ? Integer.parseInt(arguments[0]) : 9090;
		HealthStatusManager health = new HealthStatusManager();
		Supplier<NettyServerBuilder> builders = () -> NettyServerBuilder.forPort(port)
			.addService(health.getHealthService());
		Settings settings = Settings.NONE.with(Knobs.EXECUTOR_TYPE, ExecutorType.FIXED).with(Knobs.EXECUTOR_THREADS, 8);
		try (GrpcTuning tuning = GrpcTuning.tune(builders, settings, new SimpleMeterRegistry())) {
			tuning.server().start();
			tuning
				.change(settings.with(Knobs.EXECUTOR_THREADS, 16).with(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION, 100));
			System.out.println(tuning.view());
			RunningAutopilot autopilot = tuning
				.autopilot(AutopilotSettings.of(AutopilotMode.RECOMMEND, List.of("executor.threads=4..64")));
			System.out.println("The autopilot " + autopilot.doing());
			tuning.server().awaitTermination();
		}
	}

}
