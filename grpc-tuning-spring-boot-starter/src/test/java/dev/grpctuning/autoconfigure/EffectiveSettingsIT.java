package dev.grpctuning.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

import io.netty.util.NettyRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.util.ClassUtils;

import dev.grpctuning.TuningKnob;
import dev.grpctuning.lifecycle.Tuning;
import dev.grpctuning.transport.Transport;
import dev.grpctuning.transport.TransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said to be in force is what the running server has.
 */
class EffectiveSettingsIT {

	static final List<List<Setting>> SERVERS = List.of(List.of(set(TuningKnob.TRANSPORT, "nio", "nio"),
			set(TuningKnob.BOSS_THREADS, "2", 2), set(TuningKnob.WORKER_THREADS, "3", 3),
			set(TuningKnob.FLOW_CONTROL_WINDOW, "128KB", 128 << 10),
			set(TuningKnob.MAX_CONCURRENT_CALLS_PER_CONNECTION, "77", 77),
			set(TuningKnob.MAX_INBOUND_MESSAGE_SIZE, "2MB", 2 << 20),
			set(TuningKnob.MAX_INBOUND_METADATA_SIZE, "16KB", 16 << 10), set(TuningKnob.MAX_CONNECTIONS, "55", 55),
			set(TuningKnob.KEEP_ALIVE_TIME, "31s", 31_000L), set(TuningKnob.KEEP_ALIVE_TIMEOUT, "7s", 7_000L),
			set(TuningKnob.KEEP_ALIVE_PERMIT_TIME, "11s", 11_000L),
			set(TuningKnob.KEEP_ALIVE_PERMIT_WITHOUT_CALLS, "true", true),
			set(TuningKnob.CONNECTION_MAX_IDLE, "13m", 780_000L), set(TuningKnob.CONNECTION_MAX_AGE, "2h", 7_200_000L),
			set(TuningKnob.CONNECTION_MAX_AGE_GRACE, "17s", 17_000L)),
			List.of(set(TuningKnob.EXECUTOR_TYPE, "fixed", "fixed"), set(TuningKnob.EXECUTOR_THREADS, "4", 4),
					set(TuningKnob.EXECUTOR_THREAD_NAME_PREFIX, "grpc-server-app-own-", "grpc-server-app-own-"),
					set(TuningKnob.EXECUTOR_QUEUE_CAPACITY, "99", 99), set(TuningKnob.EXECUTOR_LIVE, "true", true),
					set(TuningKnob.EXECUTOR_CANARY_TYPE, "fork-join", "fork-join"),
					set(TuningKnob.EXECUTOR_CANARY_THREADS, "5", 5),
					set(TuningKnob.EXECUTOR_CANARY_SHARE, "0.25", 0.25),
					new Setting(TuningKnob.EXECUTOR_ROUTES,
							List.of("executor.routes[0].method=hello.v1.*/*", "executor.routes[0].type=fork-join",
									"executor.routes[0].threads=6", "executor.routes[1].method=a.B/C",
									"executor.routes[1].type=virtual"),
							List.of("hello.v1.*/* fork-join 6", "a.B/C virtual")),
					set(TuningKnob.LIMIT_CONCURRENT_CALLS, "11", 11), set(TuningKnob.LIMIT_ALGORITHM, "aimd", "aimd"),
					set(TuningKnob.SERVICES_WITHDRAWN, "hello.v1.HelloService", List.of("hello.v1.HelloService")),
					set(TuningKnob.SERVICES_WITHDRAWN_STATUS, "unavailable", "unavailable"),
					set(TuningKnob.GENERATION_CHANGE, "restart", "restart"),
					set(TuningKnob.GENERATION_DRAIN_TIMEOUT, "19s", 19_000L),
					set(TuningKnob.METRICS_ENABLED, "false", false)),
			List.of(set(TuningKnob.WORKER_THREADS_MIN, "1", 1), set(TuningKnob.WORKER_THREADS_MAX, "3", 3),
					set(TuningKnob.INITIAL_FLOW_CONTROL_WINDOW, "256KB", 256 << 10),
					set(TuningKnob.EXECUTOR_LIVE, "false", false),
					set(TuningKnob.EXECUTOR_TYPE, "fork-join", "fork-join"), set(TuningKnob.EXECUTOR_THREADS, "3", 3)),
			List.of(set(TuningKnob.EXECUTOR_LIVE, "false", false), set(TuningKnob.EXECUTOR_TYPE, "virtual", "virtual")),
			List.of(set(TuningKnob.EXECUTOR_LIVE, "false", false), set(TuningKnob.EXECUTOR_TYPE, "direct", "direct")));

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@ParameterizedTest
	@FieldSource("SERVERS")
	void whenKnobIsSetThenTheServerHasThatValue(List<Setting> settings) {
		String[] properties = settings.stream()
			.flatMap((setting) -> setting.properties().stream())
			.toArray(String[]::new);
		try (TunedApplication application = TunedApplication.start(properties)) {
			assertThat(settings).allSatisfy(
					(setting) -> assertThat(application.effective(setting.knob())).as(setting.knob().propertyName())
						.isEqualTo(setting.effective()));
		}
	}

	@Test
	void everyKnobIsSetSomewhere() {
		assertThat(SERVERS.stream().flatMap(List::stream).map(Setting::knob)).contains(TuningKnob.values());
	}

	@Test
	void whenNothingIsSetThenTheValuesOfTheFrameworkAreShown() {
		boolean epoll = TransportAvailability.ofThisMachine().unavailabilityReason(Transport.EPOLL) == null;
		Map<TuningKnob, Object> expected = new HashMap<>(Map.of(TuningKnob.TRANSPORT, epoll ? "epoll" : "nio",
				TuningKnob.BOSS_THREADS, 1, TuningKnob.WORKER_THREADS, NettyRuntime.availableProcessors(),
				TuningKnob.INITIAL_FLOW_CONTROL_WINDOW, 1 << 20, TuningKnob.MAX_INBOUND_MESSAGE_SIZE, 4 << 20,
				TuningKnob.MAX_INBOUND_METADATA_SIZE, 8 << 10, TuningKnob.KEEP_ALIVE_TIME, 7_200_000L,
				TuningKnob.KEEP_ALIVE_TIMEOUT, 20_000L, TuningKnob.KEEP_ALIVE_PERMIT_TIME, 300_000L,
				TuningKnob.KEEP_ALIVE_PERMIT_WITHOUT_CALLS, false));
		expected.putAll(
				Map.of(TuningKnob.EXECUTOR_TYPE, "cached", TuningKnob.EXECUTOR_LIVE, false, TuningKnob.EXECUTOR_ROUTES,
						List.of(), TuningKnob.SERVICES_WITHDRAWN, List.of(), TuningKnob.SERVICES_WITHDRAWN_STATUS,
						"unimplemented", TuningKnob.GENERATION_CHANGE, "swap", TuningKnob.METRICS_ENABLED, true));
		if (ClassUtils.isPresent(BootServerConfiguration.CLASS, null)) {
			expected.put(TuningKnob.CONNECTION_MAX_AGE_GRACE, 30_000L);
		}
		try (TunedApplication application = TunedApplication.start()) {
			assertThat(TuningKnob.values())
				.allSatisfy((knob) -> assertThat(application.effective(knob)).as(knob.propertyName())
					.isEqualTo(expected.get(knob)));
		}
	}

	@Test
	void whenApplicationSetsOtherValuesItselfThenThoseAreShown() {
		ForkJoinPool own = new ForkJoinPool(5);
		try (TunedApplication application = TunedApplication.start("max-inbound-message-size=1MB",
				"initial-flow-control-window=256KB", "max-concurrent-calls-per-connection=7", "executor.live=false",
				"executor.type=fixed", "executor.threads=2")) {
			assertThat(application.effective(TuningKnob.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(1 << 20);
			application.bean(BuilderHook.class)
				.set((builder) -> builder.maxInboundMessageSize(12_345)
					.flowControlWindow(70_000)
					.maxConcurrentCallsPerConnection(Integer.MAX_VALUE)
					.executor(own));
			application.change("worker-threads=1");
			assertThat(application.effective(TuningKnob.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(12_345);
			assertThat(application.effective(TuningKnob.INITIAL_FLOW_CONTROL_WINDOW)).isNull();
			assertThat(application.effective(TuningKnob.FLOW_CONTROL_WINDOW)).isEqualTo(70_000);
			assertThat(application.effective(TuningKnob.MAX_CONCURRENT_CALLS_PER_CONNECTION)).isNull();
			assertThat(application.effective(TuningKnob.EXECUTOR_TYPE)).isEqualTo("fork-join");
			assertThat(application.effective(TuningKnob.EXECUTOR_THREADS)).isEqualTo(5);
			assertThat(application.bean(Tuning.class).configured(TuningKnob.MAX_INBOUND_MESSAGE_SIZE)).returns("1MB",
					(configured) -> configured.value());
		}
		finally {
			own.shutdown();
		}
	}

	@Test
	void whenKnobsAreChangedThenTheNewValuesAreShown() {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed", "transport=nio")) {
			application.change("executor.type=cached", "worker-threads=2", "limit.concurrent-calls=9",
					"max-connections=8", "generation.drain-timeout=3s");
			assertThat(application.effective(TuningKnob.EXECUTOR_TYPE)).isEqualTo("cached");
			assertThat(application.effective(TuningKnob.EXECUTOR_THREADS)).isNull();
			assertThat(application.effective(TuningKnob.WORKER_THREADS)).isEqualTo(2);
			assertThat(application.effective(TuningKnob.LIMIT_CONCURRENT_CALLS)).isEqualTo(9);
			assertThat(application.effective(TuningKnob.LIMIT_ALGORITHM)).isEqualTo("fixed");
			assertThat(application.effective(TuningKnob.MAX_CONNECTIONS)).isEqualTo(8);
			assertThat(application.effective(TuningKnob.GENERATION_DRAIN_TIMEOUT)).isEqualTo(3_000L);
		}
	}

	private static Setting set(TuningKnob knob, String configured, Object effective) {
		return new Setting(knob, List.of(knob.propertyName() + "=" + configured), effective);
	}

	/**
	 * Knob, how it is set and what is in force then.
	 */
	record Setting(TuningKnob knob, List<String> properties, Object effective) {

		@Override
		public String toString() {
			return this.knob.propertyName();
		}

	}

}
