package dev.grpctuning.autoconfigure;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

import io.netty.util.NetUtil;
import io.netty.util.NettyRuntime;
import io.netty.util.ResourceLeakDetector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.util.ClassUtils;

import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.BuilderHook;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;
import dev.grpctuning.transport.NettyTransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said to be in force is what the running server has. */
class EffectiveSettingsIT {

	private static final int PORT = Ports.free();

	static final List<List<Setting>> SERVERS = List.of(List.of(set(Knobs.TRANSPORT, "nio", "nio"),
			set(Knobs.BOSS_THREADS, "2", 2), set(Knobs.WORKER_THREADS, "3", 3),
			set(Knobs.FLOW_CONTROL_WINDOW, "128KB", 128 << 10),
			set(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION, "77", 77),
			set(Knobs.MAX_INBOUND_MESSAGE_SIZE, "2MB", 2 << 20), set(Knobs.MAX_INBOUND_METADATA_SIZE, "16KB", 16 << 10),
			set(Knobs.MAX_CONNECTIONS, "55", 55), set(Knobs.MAX_CONNECTIONS_PER_ADDRESS, "44", 44),
			set(Knobs.CONNECTION_HANDSHAKE_TIMEOUT, "9s", 9_000L), set(Knobs.CONNECTION_MAX_RESETS, "201", 201),
			set(Knobs.CONNECTION_MAX_CONTROL_FRAMES, "202", 202), set(Knobs.CONNECTION_MAX_FLOODS, "203", 203),
			set(Knobs.CONNECTION_MAX_RESETS_WINDOW, "9s", 9_000L), set(Knobs.MAX_RESPONSE_BACKLOG, "64MB", 64 << 20),
			set(Knobs.CONNECTION_COALESCE_WRITES, "true", true), set(Knobs.ALLOCATOR, "unpooled", "unpooled"),
			set(Knobs.LEAK_DETECTION, "advanced", "advanced"),
			set(Knobs.LISTEN_ADDRESSES, "127.0.0.1:" + PORT, List.of("127.0.0.1:" + PORT)),
			set(Knobs.SOCKET_BACKLOG, "66", 66), set(Knobs.SOCKET_NO_DELAY, "false", false),
			set(Knobs.SOCKET_RECEIVE_BUFFER_SIZE, "64KB", 64 << 10),
			set(Knobs.SOCKET_SEND_BUFFER_SIZE, "96KB", 96 << 10), set(Knobs.SOCKET_WRITE_WATERMARK_LOW, "8KB", 8 << 10),
			set(Knobs.SOCKET_WRITE_WATERMARK_HIGH, "16KB", 16 << 10),
			set(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT, "4KB", 4 << 10), set(Knobs.KEEP_ALIVE_TIME, "31s", 31_000L),
			set(Knobs.KEEP_ALIVE_TIMEOUT, "7s", 7_000L), set(Knobs.KEEP_ALIVE_PERMIT_TIME, "11s", 11_000L),
			set(Knobs.KEEP_ALIVE_PERMIT_WITHOUT_CALLS, "true", true), set(Knobs.CONNECTION_MAX_IDLE, "13m", 780_000L),
			set(Knobs.CONNECTION_MAX_AGE, "2h", 7_200_000L), set(Knobs.CONNECTION_MAX_AGE_GRACE, "17s", 17_000L)),
			List.of(set(Knobs.EXECUTOR_TYPE, "fixed", "fixed"), set(Knobs.EXECUTOR_THREADS, "4", 4),
					set(Knobs.EXECUTOR_THREAD_NAME_PREFIX, "grpc-server-app-own-", "grpc-server-app-own-"),
					set(Knobs.EXECUTOR_QUEUE_CAPACITY, "99", 99), set(Knobs.EXECUTOR_LIVE, "true", true),
					set(Knobs.EXECUTOR_CANARY_TYPE, "fork-join", "fork-join"),
					set(Knobs.EXECUTOR_CANARY_THREADS, "5", 5), set(Knobs.EXECUTOR_CANARY_SHARE, "0.25", 0.25),
					new Setting(Knobs.EXECUTOR_ROUTES,
							List.of("executor.routes[0].method=hello.v1.*/*", "executor.routes[0].type=fork-join",
									"executor.routes[0].threads=6", "executor.routes[1].method=a.B/C",
									"executor.routes[1].type=virtual"),
							List.of("hello.v1.*/* type=fork-join threads=6", "a.B/C type=virtual")),
					set(Knobs.LIMIT_CONCURRENT_CALLS, "11", 11), set(Knobs.LIMIT_CONCURRENT_STREAMS, "12", 12),
					set(Knobs.LIMIT_BY_PRIORITY, "true", true), set(Knobs.LIMIT_BY_CLIENT, "true", true),
					set(Knobs.LIMIT_MAX_QUEUE_TIME, "1s", 1_000L), set(Knobs.LIMIT_QUEUE_DISCIPLINE, "codel", "codel"),
					set(Knobs.LIMIT_MAX_CALL_AGE, "2s", 2_000L), set(Knobs.LIMIT_MAX_STREAM_AGE, "3s", 3_000L),
					set(Knobs.LIMIT_RETRY_PUSHBACK, "4s", 4_000L),
					new Setting(Knobs.LIMIT_METHODS,
							List.of("limit.methods[0].method=a.B/C", "limit.methods[0].concurrent-calls=5",
									"limit.methods[1].method=d.*/*", "limit.methods[1].priority=low"),
							List.of("a.B/C concurrent-calls=5", "d.*/* priority=low")),
					set(Knobs.LIMIT_ALGORITHM, "throughput", "throughput"),
					set(Knobs.SERVICES_WITHDRAWN, "hello.v1.HelloService", List.of("hello.v1.HelloService")),
					set(Knobs.SERVICES_WITHDRAWN_STATUS, "unavailable", "unavailable"),
					set(Knobs.GENERATION_CHANGE, "restart", "restart"),
					set(Knobs.GENERATION_DRAIN_TIMEOUT, "19s", 19_000L), set(Knobs.GENERATION_MAX_DRAINING, "3", 3),
					set(Knobs.STAGES_SAMPLED_PER_SECOND, "21", 21), set(Knobs.METRICS_ENABLED, "false", false)),
			List.of(set(Knobs.WORKER_THREADS_MIN, "1", 1), set(Knobs.WORKER_THREADS_MAX, "3", 3),
					set(Knobs.INITIAL_FLOW_CONTROL_WINDOW, "256KB", 256 << 10),
					set(Knobs.EXECUTOR_LIVE, "false", false), set(Knobs.EXECUTOR_TYPE, "fork-join", "fork-join"),
					set(Knobs.EXECUTOR_THREADS, "3", 3)),
			List.of(set(Knobs.EXECUTOR_LIVE, "false", false), set(Knobs.EXECUTOR_TYPE, "virtual", "virtual"),
					set(Knobs.EXECUTOR_MAX_VIRTUAL_THREADS, "8", 8)),
			List.of(set(Knobs.TRANSPORT, "io-uring", "io-uring"), set(Knobs.IO_URING_RING_SIZE, "64", 64),
					set(Knobs.IO_URING_COMPLETION_QUEUE_SIZE, "256", 256),
					set(Knobs.SOCKET_USER_TIMEOUT, "9s", 9_000L)),
			List.of(set(Knobs.EXECUTOR_LIVE, "false", false), set(Knobs.EXECUTOR_TYPE, "direct", "direct")));

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@ParameterizedTest
	@FieldSource("SERVERS")
	void whenKnobIsSetThenTheServerHasThatValue(List<Setting> settings) {
		String[] properties = settings.stream()
			.flatMap((setting) -> setting.properties().stream())
			.toArray(String[]::new);
		Assumptions.assumeTrue(!List.of(properties).contains("transport=io-uring")
				|| new NettyTransportAvailability().unavailabilityReason(Transport.IO_URING) == null);
		try (TunedApplication application = TunedApplication.start(properties)) {
			assertThat(settings)
				.allSatisfy((setting) -> assertThat(application.effective(setting.knob())).as(setting.knob().name())
					.isEqualTo(setting.effective()));
			assertConfiguredValuesAreAccepted(application);
		}
	}

	/** The endpoint takes what it shows, so that values can be given back. */
	private static void assertConfiguredValuesAreAccepted(TunedApplication application) {
		Tuning tuning = application.bean(Tuning.class);
		Settings before = tuning.settings();
		GrpcTuningEndpoint endpoint = application.endpoint();
		Map<String, @Nullable Object> body = new LinkedHashMap<>();
		endpoint.tuning(SecurityContext.NONE)
			.knobs()
			.stream()
			.filter((knob) -> knob.configured() != null && !knob.scope().equals("JVM"))
			.forEach((knob) -> body.put(knob.name(), knob.configured()));
		assertThat(endpoint.change(SecurityContext.NONE, body).getBody()).isInstanceOfSatisfying(TuningChange.class,
				(change) -> {
					assertThat(change.outcome()).isEqualTo(TuningChange.Outcome.APPLIED);
					assertThat(change.replacement()).isNull();
				});
		assertThat(tuning.settings()).isEqualTo(before);
	}

	@Tag("either-framework")
	@Test
	void everyKnobIsSetSomewhere() {
		assertThat(SERVERS.stream().flatMap(List::stream).<Knob<?>>map(Setting::knob)).containsAll(Knobs.all());
	}

	@Test
	void whenNothingIsSetThenTheValuesOfTheFrameworkAreShown() {
		boolean epoll = new NettyTransportAvailability().unavailabilityReason(Transport.EPOLL) == null;
		Map<Knob<?>, Object> expected = new HashMap<>(Map.of(Knobs.TRANSPORT, epoll ? "epoll" : "nio",
				Knobs.BOSS_THREADS, 1, Knobs.WORKER_THREADS, NettyRuntime.availableProcessors(),
				Knobs.INITIAL_FLOW_CONTROL_WINDOW, 1 << 20, Knobs.MAX_INBOUND_MESSAGE_SIZE, 4 << 20,
				Knobs.MAX_INBOUND_METADATA_SIZE, 8 << 10, Knobs.KEEP_ALIVE_TIME, 7_200_000L, Knobs.KEEP_ALIVE_TIMEOUT,
				20_000L, Knobs.KEEP_ALIVE_PERMIT_TIME, 300_000L, Knobs.KEEP_ALIVE_PERMIT_WITHOUT_CALLS, false));
		expected.putAll(Map.of(Knobs.EXECUTOR_TYPE, "cached", Knobs.EXECUTOR_LIVE, false, Knobs.EXECUTOR_ROUTES,
				List.of(), Knobs.SERVICES_WITHDRAWN, List.of(), Knobs.SERVICES_WITHDRAWN_STATUS, "unimplemented",
				Knobs.GENERATION_CHANGE, "swap", Knobs.METRICS_ENABLED, true, Knobs.CONNECTION_COALESCE_WRITES, false));
		expected.putAll(Map.of(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT, 8 << 10, Knobs.LIMIT_METHODS, List.of(),
				Knobs.LIMIT_BY_PRIORITY, false, Knobs.LIMIT_BY_CLIENT, false, Knobs.LIMIT_QUEUE_DISCIPLINE, "fifo"));
		expected.putAll(Map.of(Knobs.ALLOCATOR, "pooled", Knobs.LEAK_DETECTION,
				ResourceLeakDetector.getLevel().name().toLowerCase(Locale.ROOT), Knobs.LISTEN_ADDRESSES, List.of(),
				Knobs.SOCKET_BACKLOG, NetUtil.SOMAXCONN, Knobs.SOCKET_NO_DELAY, true, Knobs.SOCKET_WRITE_WATERMARK_LOW,
				32 << 10, Knobs.SOCKET_WRITE_WATERMARK_HIGH, 64 << 10));
		if (ClassUtils.isPresent(TunedApplication.BOOT, null)) {
			expected.put(Knobs.CONNECTION_MAX_AGE_GRACE, 30_000L);
		}
		try (TunedApplication application = TunedApplication.start()) {
			assertThat(Knobs.all()).allSatisfy(
					(knob) -> assertThat(application.effective(knob)).as(knob.name()).isEqualTo(expected.get(knob)));
		}
	}

	@Test
	void whenApplicationSetsOtherValuesItselfThenThoseAreShown() {
		ForkJoinPool own = new ForkJoinPool(5);
		try (TunedApplication application = TunedApplication.start("max-inbound-message-size=1MB",
				"initial-flow-control-window=256KB", "max-concurrent-calls-per-connection=7", "executor.live=false",
				"executor.type=fixed", "executor.threads=2")) {
			assertThat(application.effective(Knobs.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(1 << 20);
			application.bean(BuilderHook.class)
				.set((builder) -> builder.maxInboundMessageSize(12_345)
					.flowControlWindow(70_000)
					.maxConcurrentCallsPerConnection(Integer.MAX_VALUE)
					.executor(own));
			application.change("worker-threads=1");
			assertThat(application.effective(Knobs.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(12_345);
			assertThat(application.effective(Knobs.INITIAL_FLOW_CONTROL_WINDOW)).isNull();
			assertThat(application.effective(Knobs.FLOW_CONTROL_WINDOW)).isEqualTo(70_000);
			assertThat(application.effective(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION)).isNull();
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(application.effective(Knobs.EXECUTOR_THREADS)).isEqualTo(2);
			application.change("executor.type=", "executor.threads=");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fork-join");
			assertThat(application.effective(Knobs.EXECUTOR_THREADS)).isEqualTo(5);
			assertThat(application.bean(Tuning.class).reading().configured().get(Knobs.MAX_INBOUND_MESSAGE_SIZE))
				.returns("1MB", (configured) -> configured.value());
		}
		finally {
			own.shutdown();
		}
	}

	private static Setting set(Knob<?> knob, String configured, Object effective) {
		return new Setting(knob, List.of(knob.name() + "=" + configured), effective);
	}

	/** Knob, how it is set and what is in force then. */
	record Setting(Knob<?> knob, List<String> properties, Object effective) {

		@Override
		public String toString() {
			return this.knob.name();
		}

	}

}
