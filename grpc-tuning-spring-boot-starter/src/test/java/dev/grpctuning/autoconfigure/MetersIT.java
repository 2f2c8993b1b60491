package dev.grpctuning.autoconfigure;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/** What the meters say of calls, and that they go with their generation. */
class MetersIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@Test
	void whenCallsAreMadeThenTheirTasksAreCountedAndTimed() {
		try (TunedApplication application = start("transport=nio", "executor.type=fixed", "executor.threads=1")) {
			MeterRegistry registry = application.bean(MeterRegistry.class);
			for (int i = 0; i < 10; i++) {
				application.call();
			}
			await().ignoreExceptions().untilAsserted(() -> {
				double completed = registry.get("grpc.tuning.executor.completed").functionCounter().count();
				assertThat(completed).isGreaterThanOrEqualTo(10);
				assertThat(registry.get("grpc.tuning.executor.run").timer().count()).isEqualTo((long) completed);
				assertThat(registry.get("grpc.tuning.executor.wait").timer().count()).isEqualTo((long) completed);
				assertThat(registry.get("grpc.tuning.executor.calls").functionCounter().count()).isEqualTo(10);
				assertThat(registry.get("grpc.tuning.connections.accepted").functionCounter().count()).isEqualTo(10);
				assertThat(registry.get("grpc.tuning.connections.open").gauge().value()).isZero();
				assertThat(registry.get("grpc.tuning.calls.open").gauge().value()).isZero();
				assertThat(registry.get("grpc.tuning.eventloop.lag").tag("group", "boss").timer().count()).isPositive();
			});
		}
	}

	@Tag("either-framework")
	@Test
	void whenCallsAreUnaryThenEachIsOneTask() throws IOException {
		try (TunedApplication application = start("executor.type=fixed", "executor.threads=1");
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), application.port())) {
			socket.setSoTimeout(60_000);
			DataInputStream in = new DataInputStream(socket.getInputStream());
			OutputStream out = socket.getOutputStream();
			out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			out.write(LastStreamsIT.frame(LastStreamsIT.SETTINGS, 0, 0, new byte[0]));
			for (int stream = 1; stream < 200; stream += 2) {
				// Headers and message at once, which gRPC's client may send one by one.
				out.write(LastStreamsIT.call(stream));
				LastStreamsIT.read(in, LastStreamsIT.HEADERS, LastStreamsIT.END_STREAM);
			}
			// gRPC alone needs three per call. On a busy machine, the end may come while
			// the handler's task runs.
			await().untilAsserted(() -> assertThat(application.executor("main").completed()).isBetween(100L, 199L));
		}
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

	@Tag("either-framework")
	@Test
	void whenExecutorIsExchangedThenItsMetersGoOn() {
		try (TunedApplication application = start("executor.type=fixed")) {
			MeterRegistry registry = application.bean(MeterRegistry.class);
			application.call();
			application.change("executor.type=fork-join");
			application.call();
			assertThat(registry.find("grpc.tuning.executor.calls").functionCounters()).hasSize(1);
			assertThat(registry.get("grpc.tuning.executor.calls").functionCounter().count()).isEqualTo(2);
			assertThat(registry.get("grpc.tuning.info").tag("executor.type", "fork-join").gauge().value()).isOne();
			assertThat(registry.get("grpc.tuning.changes").tag("outcome", "APPLIED").counter().count()).isOne();
		}
	}

	@Tag("either-framework")
	@Test
	void whenGenerationHasEndedThenItsMetersAreGone() {
		try (TunedApplication application = start("executor.type=fixed")) {
			MeterRegistry registry = application.bean(MeterRegistry.class);
			application.call();
			assertThat(generations(registry)).containsOnly("1");
			for (int i = 0; i < 3; i++) {
				application.change("worker-threads=" + (1 + i % 2));
				application.call();
			}
			await().untilAsserted(() -> assertThat(generations(registry)).containsOnly("4"));
			assertThat(registry.get("grpc.tuning.generation").gauge().value()).isEqualTo(4);
			assertThat(registry.get("grpc.tuning.generations").gauge().value()).isOne();
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

	@Tag("either-framework")
	@Test
	void whenMetricsAreOffThenNothingIsMeasured() {
		try (TunedApplication application = start("executor.type=fixed", "metrics.enabled=false")) {
			application.call();
			MeterRegistry registry = application.bean(MeterRegistry.class);
			assertThat(generations(registry)).isEmpty();
			assertThat(registry.find("grpc.server.call.started").counters()).noneMatch((meter) -> meter.count() > 0);
		}
	}

	@Test
	void whenServerIsAsItsFrameworkBuildsItThenItsConnectionsAndCallsAreMeasured() {
		try (TunedApplication application = start(); ConstantLoad load = ConstantLoad.start(application)) {
			MeterRegistry registry = application.bean(MeterRegistry.class);
			await().untilAsserted(() -> {
				assertThat(registry.get("grpc.tuning.connections.open").gauge().value()).isEqualTo(4);
				assertThat(registry.get("grpc.tuning.eventloop.connections")
					.gauges()
					.stream()
					.mapToDouble((gauge) -> gauge.value())
					.sum()).isEqualTo(4);
			});
			await().until(() -> registry.get("grpc.tuning.allocator.memory").tag("area", "direct").gauge().value() > 0);
			await().until(() -> registry.get("grpc.tuning.window.largest").gauge().value() > 0);
			load.stop();
		}
	}

	@Tag("either-framework")
	@Test
	void whenWorkersScaleThenTheirUtilisationIsMeasured() {
		try (TunedApplication application = start("worker-threads-min=1", "worker-threads-max=2");
				ConstantLoad load = ConstantLoad.start(application)) {
			MeterRegistry registry = application.bean(MeterRegistry.class);
			assertThat(registry.get("grpc.tuning.eventloop.active").tag("group", "worker").gauge().value())
				.isBetween(1.0, 2.0);
			assertThat(registry.get("grpc.tuning.eventloop.utilization").tag("group", "worker").gauges()).hasSize(2);
			await().until(() -> registry.get("grpc.tuning.eventloop.utilization")
				.gauges()
				.stream()
				.anyMatch((gauge) -> gauge.value() > 0));
			load.stop();
		}
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
						() -> assertThat(application.bean(Adviser.class).advise(serving(application)).toString())
							.contains("Greeter"));
			}
			finally {
				gate.countDown();
			}
			await().until(() -> !caller.isAlive());
		}
	}

	private static Generation serving(TunedApplication application) {
		return application.bean(Generations.class).living().get(0);
	}

	private static List<String> generations(MeterRegistry registry) {
		return registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("grpc.tuning.") && id.getTag("generation") != null)
			.map((id) -> String.valueOf(id.getTag("generation")))
			.distinct()
			.toList();
	}

	/** Names of the executors that have meters. */
	static Set<String> executors(TunedApplication application) {
		return application.bean(MeterRegistry.class)
			.getMeters()
			.stream()
			.map((meter) -> meter.getId().getTag("executor"))
			.filter(Objects::nonNull)
			.collect(Collectors.toSet());
	}

	static TunedApplication start(String... properties) {
		return TunedApplication.start(Measured.class, 0, properties);
	}

	/** An application with meters. */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Greeter.class)
	static class Measured {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

	}

}
