package dev.grpctuning.hello;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.FlowControlWindow;
import dev.grpctuning.GenerationSettings;
import dev.grpctuning.ServerSettings;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.connection.ConnectionSettings;
import dev.grpctuning.executor.CallExecutorsSettings;
import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.executor.ExecutorType;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.service.WithdrawnServices;
import dev.grpctuning.transport.EventLoopSettings;
import dev.grpctuning.transport.Transport;
import dev.grpctuning.transport.TransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What each step of the story changes in the server.
 */
class ProfilesIT {

	private static final FlowControlWindow WINDOW = new FlowControlWindow(1024 * 1024, true);

	private static final EventLoopSettings NIO = new EventLoopSettings(Transport.NIO, 1, null, null);

	private static final EventLoopSettings FASTEST = new EventLoopSettings(
			TransportAvailability.ofThisMachine().resolve(Transport.AUTO), 1, null, null);

	@Test
	void plainIsWhatTheFrameworksBuild() {
		try (RunningService service = startAndCall("plain")) {
			assertThat(service.bean(TuningSettings.class)).isEqualTo(TuningSettings.NONE);
			assertThat(RunningService.threads("grpc-server-worker")).isEmpty();
			assertThat(RunningService.threads("grpc-server-app")).isEmpty();
		}
	}

	@Test
	void nettyHasEventLoopsOfItsOwn() {
		try (RunningService service = startAndCall("netty")) {
			assertThat(service.bean(TuningSettings.class)).isEqualTo(settings(NIO, null, WINDOW, null));
			assertThat(RunningService.threads("grpc-server-boss")).containsExactly("grpc-server-boss-1");
			assertThat(RunningService.threads("grpc-server-worker")).isNotEmpty();
			assertThat(RunningService.threads("grpc-server-app")).isEmpty();
		}
	}

	@Test
	void forkJoinHandlesOnAsManyThreadsAsCores() {
		try (RunningService service = startAndCall("fork-join")) {
			assertThat(service.bean(TuningSettings.class))
				.isEqualTo(settings(NIO, executor(ExecutorType.FORK_JOIN), WINDOW, null));
			assertThat(RunningService.threads("grpc-server-app-")).isNotEmpty();
		}
	}

	@Test
	void tunedLimitsCallsAndTakesTheFastestTransport() {
		try (RunningService service = startAndCall("tuned")) {
			assertThat(service.bean(TuningSettings.class))
				.isEqualTo(settings(FASTEST, executor(ExecutorType.FORK_JOIN), WINDOW, 1000));
			assertThat(RunningService.threads("grpc-server-app-")).isNotEmpty();
		}
	}

	@Test
	void directHandlesOnTheEventLoops() {
		try (RunningService service = startAndCall("direct")) {
			assertThat(service.bean(TuningSettings.class))
				.isEqualTo(settings(FASTEST, executor(ExecutorType.DIRECT), WINDOW, 1000));
			assertThat(RunningService.threads("grpc-server-app-")).isEmpty();
		}
	}

	@Test
	void tunedIsTheDefault() {
		try (RunningService service = RunningService.start()) {
			assertThat(service.bean(TuningSettings.class).server().maxConcurrentCallsPerConnection()).isEqualTo(1000);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "plain", "tuned" })
	void configurersAreShownByTheActuator(String profile) throws Exception {
		try (RunningService service = startAndCall(profile)) {
			assertThat(service.authenticatedActuator("beans").body()).contains("\"eventLoopsGrpcServerConfigurer\"",
					"\"executorGrpcServerConfigurer\"", "\"flowControlGrpcServerConfigurer\"",
					"\"limitsGrpcServerConfigurer\"");
		}
	}

	private static RunningService startAndCall(String profile) {
		await().until(() -> RunningService.threads("grpc-server-app-").isEmpty()
				&& RunningService.threads("grpc-server-worker").isEmpty());
		RunningService service = RunningService.start("--spring.profiles.active=" + profile);
		service.stub().sayHello(HelloRequest.getDefaultInstance());
		return service;
	}

	private static ExecutorSettings executor(ExecutorType type) {
		return new ExecutorSettings(type, Runtime.getRuntime().availableProcessors(), "grpc-server-app-", null);
	}

	private static TuningSettings settings(EventLoopSettings eventLoops, @Nullable ExecutorSettings executor,
			FlowControlWindow window, @Nullable Integer maxCalls) {
		return new TuningSettings(
				new ServerSettings(eventLoops, window, maxCalls, ConnectionSettings.NONE, null, null, null,
						executor != null, true, true),
				(executor != null) ? new CallExecutorsSettings(executor, List.of(), null) : null, null,
				WithdrawnServices.NONE, null, GenerationSettings.DEFAULT);
	}

}
