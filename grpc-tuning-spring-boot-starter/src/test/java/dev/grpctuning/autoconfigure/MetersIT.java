package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.util.ClassUtils;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.metrics.CpuMeters;
import dev.grpctuning.testkit.LinuxFiles;
import dev.grpctuning.testkit.MeterTable;
import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.Greeter;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/** Meters with each framework, and their end with the server. */
class MetersIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenCallsEndThenTheirMetersHaveTheNamesOfOpenTelemetryAndNoneOfTheClients() {
		try (TunedApplication application = start("executor.type=fixed"); Client client = new Client(application)) {
			MeterRegistry registry = application.bean(MeterRegistry.class);
			client.sayHello();
			for (int i = 0; i < 3; i++) {
				String invented = "hello.v1.HelloService/Invented" + i;
				assertThatExceptionOfType(StatusRuntimeException.class)
					.isThrownBy(() -> ClientCalls.blockingUnaryCall(client.channel(),
							HelloServiceGrpc.getSayHelloMethod().toBuilder().setFullMethodName(invented).build(),
							CallOptions.DEFAULT, HelloRequest.getDefaultInstance()));
			}
			await().untilAsserted(() -> {
				assertThat(registry.get("grpc.server.call.duration")
					.tags("grpc.method", "hello.v1.HelloService/SayHello", "grpc.status", "OK")
					.timer()
					.count()).isOne();
				assertThat(registry.get("grpc.server.call.duration")
					.tags("grpc.method", "other", "grpc.status", "UNIMPLEMENTED")
					.timer()
					.count()).isEqualTo(3);
			});
			assertThat(registry.get("grpc.tuning.goodput").functionCounter().count()).isOne();
			assertThat(registry.get("grpc.tuning.objective.missed").functionCounters())
				.extracting((counter) -> counter.getId().getTag("reason"), FunctionCounter::count)
				.containsExactlyInAnyOrder(tuple("failed", 3.0), tuple("late", 0.0));
			assertThat(registry.get("grpc.server.call.started").counters())
				.extracting((counter) -> counter.getId().getTag("grpc.method"), Counter::count)
				.containsExactlyInAnyOrder(tuple("hello.v1.HelloService/SayHello", 1.0), tuple("other", 0.0));
			assertThat(registry.get("grpc.server.call.sent_total_compressed_message_size")
				.tag("grpc.status", "OK")
				.summary()
				.totalAmount()).isPositive();
			assertThat(registry.get("grpc.server.call.rcvd_total_compressed_message_size")
				.tag("grpc.status", "OK")
				.summary()
				.count()).isOne();
		}
	}

	/** Spring stops the server of a context that its test framework keeps. */
	@Tag("either-framework")
	@Test
	void whenNoServerRunsThenNoThreadProbesItsEventLoops() {
		try (TunedApplication application = start("worker-threads=1")) {
			awaitProbes(1);
			application.lifecycle().stop();
			awaitProbes(0);
			application.lifecycle().start();
			application.change("generation.change=restart", "worker-threads=2");
			awaitProbes(1);
		}
		awaitProbes(0);
	}

	private static void awaitProbes(int count) {
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
			.filteredOn((thread) -> thread.getName().equals("grpc-server-probe"))
			.hasSize(count));
	}

	@Test
	void whenHandlerBlocksItsEventLoopThenAdviceNamesIt() {
		try (TunedApplication application = start("executor.type=direct", "worker-threads=1")) {
			Thread caller = new Thread(application::call);
			Greeter greeter = application.greeter();
			var gate = greeter.closeGate();
			try {
				caller.start();
				await().untilAsserted(
						() -> assertThat(application.bean(Adviser.class).advise().toString()).contains("Greeter"));
			}
			finally {
				gate.countDown();
			}
			await().until(() -> !caller.isAlive());
		}
	}

	static TunedApplication start(String... properties) {
		return TunedApplication.start(Measured.class, 0, properties);
	}

	private static final String STARTER = "grpc.server.call.duration";

	private static final String BOOT = "grpc.server";

	private static final String NET_DEVH = "grpc.server.processing.duration";

	static Stream<Arguments> properties() {
		String framework = ClassUtils.isPresent(TunedApplication.BOOT, null) ? BOOT : NET_DEVH;
		return Stream.of(Arguments.of("a=b", Set.of(STARTER, framework)),
				Arguments.of("grpc.tuning.metrics.enabled=false", Set.of(framework)));
	}

	@ParameterizedTest
	@MethodSource("properties")
	void whenTheStarterDoesNotMeasureThenTheFrameworkStillCountsTheCall(String property, Set<String> expected) {
		try (TunedApplication application = TunedApplication.start(TunedApplication.Application.class, 0,
				"--" + property)) {
			GreetingServer.call(application.port());
			await().untilAsserted(() -> assertThat(counted(application)).isEqualTo(expected));
		}
	}

	/** Which timers have counted a call. */
	private static Set<String> counted(TunedApplication application) {
		MeterRegistry registry = application.bean(MeterRegistry.class);
		return Stream.of(STARTER, BOOT, NET_DEVH)
			.filter((name) -> registry.find(name).timers().stream().anyMatch((timer) -> timer.count() > 0))
			.collect(Collectors.toSet());
	}

	@TempDir
	private Path linux;

	@Test
	void tableIsThatOfTheRegistry() throws IOException {
		try (TunedApplication application = start("worker-threads-min=1", "worker-threads-max=2",
				"executor.type=adaptive", "flow-control-window=1MB")) {
			application.call();
			application.change("limit.concurrent-calls=100");
			MeterRegistry registry = application.bean(MeterRegistry.class);
			await().until(() -> registry.find("grpc.tuning.eventloop.lag").timer() != null);
			new CpuMeters(new LinuxFiles(this.linux).writeAll().root()).bindTo(registry);
			ReferenceFile.checkPart("meters.md", "starter", MeterTable.of(registry, "grpc.tuning."));
		}
	}

	/** An application with meters. */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(TunedApplication.GreeterService.class)
	static class Measured {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

	}

}
