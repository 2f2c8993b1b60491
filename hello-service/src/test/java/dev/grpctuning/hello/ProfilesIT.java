package dev.grpctuning.hello;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.transport.NettyTransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What each step of the story changes in the server. */
class ProfilesIT {

	/** What clients must not exceed. */
	private static final Knob<?>[] BOUNDS = { Knobs.MAX_CONNECTIONS, Knobs.MAX_CONNECTIONS_PER_ADDRESS,
			Knobs.MAX_RESPONSE_BACKLOG, Knobs.CONNECTION_HANDSHAKE_TIMEOUT, Knobs.CONNECTION_MAX_RESETS,
			Knobs.CONNECTION_MAX_CONTROL_FRAMES, Knobs.CONNECTION_MAX_FLOODS, Knobs.LIMIT_CONCURRENT_CALLS,
			Knobs.LIMIT_CONCURRENT_STREAMS, Knobs.LIMIT_MAX_CALL_AGE };

	private static final Transport FASTEST = new NettyTransportAvailability().resolve(Transport.AUTO);

	@Test
	void plainIsWhatTheFrameworksBuild() {
		try (RunningService service = startAndCall("plain")) {
			assertThat(service.bean(Tuning.class).settings()).isEqualTo(Settings.NONE);
			assertThat(RunningService.threads("grpc-server-worker")).isEmpty();
			assertThat(RunningService.threads("grpc-server-app")).isEmpty();
		}
	}

	@Test
	void nettyHasEventLoopsOfItsOwn() {
		try (RunningService service = startAndCall("netty")) {
			assertThat(service.bean(Tuning.class).settings()).isEqualTo(settings(Transport.NIO, null, null));
			assertThat(RunningService.threads("grpc-server-boss")).containsExactly("grpc-server-boss-1");
			assertThat(RunningService.threads("grpc-server-worker")).isNotEmpty();
			assertThat(RunningService.threads("grpc-server-app")).isEmpty();
		}
	}

	@Test
	void forkJoinHandlesOnAsManyThreadsAsCores() {
		try (RunningService service = startAndCall("fork-join")) {
			assertThat(service.bean(Tuning.class).settings())
				.isEqualTo(settings(Transport.NIO, ExecutorType.FORK_JOIN, null));
			assertThat(RunningService.threads("grpc-server-app-")).isNotEmpty();
		}
	}

	@Test
	void tunedLimitsCallsAndTakesTheFastestTransport() {
		try (RunningService service = startAndCall("tuned")) {
			assertThat(service.bean(Tuning.class).settings().values())
				.containsAllEntriesOf(settings(FASTEST, ExecutorType.FORK_JOIN, 1000).values())
				.containsKeys(BOUNDS);
			assertThat(RunningService.threads("grpc-server-app-")).isNotEmpty();
		}
	}

	@Test
	void directHandlesOnTheEventLoops() {
		try (RunningService service = startAndCall("direct")) {
			assertThat(service.bean(Tuning.class).settings().values())
				.containsAllEntriesOf(settings(FASTEST, ExecutorType.DIRECT, 1000).values())
				.containsKeys(BOUNDS);
			assertThat(RunningService.threads("grpc-server-app-")).isEmpty();
		}
	}

	@Test
	void adaptiveHandlesFirstCallsOnThreads() {
		try (RunningService service = startAndCall("adaptive")) {
			assertThat(service.bean(Tuning.class).settings().values())
				.containsAllEntriesOf(settings(FASTEST, ExecutorType.ADAPTIVE, 1000).values())
				.containsKeys(BOUNDS);
		}
	}

	@Test
	void tunedIsTheDefault() {
		try (RunningService service = RunningService.start()) {
			assertThat(service.bean(Tuning.class).settings().get(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION))
				.isEqualTo(1000);
		}
	}

	private static RunningService startAndCall(String profile) {
		await().until(() -> RunningService.threads("grpc-server-app-").isEmpty()
				&& RunningService.threads("grpc-server-worker").isEmpty());
		RunningService service = RunningService.start("--spring.profiles.active=" + profile);
		service.stub().sayHello(HelloRequest.getDefaultInstance());
		return service;
	}

	private static Settings settings(Transport transport, @Nullable ExecutorType executor, @Nullable Integer maxCalls) {
		Map<Knob<?>, Object> values = new HashMap<>(Map.of(Knobs.TRANSPORT, transport, Knobs.BOSS_THREADS, 1));
		if (executor != null) {
			values.put(Knobs.EXECUTOR_TYPE, executor);
		}
		if (maxCalls != null) {
			values.put(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION, maxCalls);
		}
		return new Settings(values);
	}

}
