package dev.grpctuning;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.greeting.ConstantLoad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the meters report about calls, and that they go with their generation. */
class MetersIT {

	@Test
	void whenCallsAreMadeThenTheirTasksAreCountedAndTimed() {
		try (PlainServer server = PlainServer.startMeasured("transport=nio", "executor.type=fixed",
				"executor.threads=1")) {
			MeterRegistry registry = server.registry();
			for (int i = 0; i < 10; i++) {
				server.call();
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

	@Test
	void whenCallsAreUnaryThenEachIsOneTask() throws IOException {
		try (PlainServer server = PlainServer.startMeasured("executor.type=fixed", "executor.threads=1");
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
			socket.setSoTimeout(60_000);
			DataInputStream in = new DataInputStream(socket.getInputStream());
			OutputStream out = socket.getOutputStream();
			out.write(LastStreamsIT.BEGIN);
			for (int stream = 1; stream < 200; stream += 2) {
				// Headers and message at once, which gRPC's client may send one by one.
				out.write(LastStreamsIT.call(stream));
				LastStreamsIT.read(in, LastStreamsIT.HEADERS, LastStreamsIT.END_STREAM);
			}
			// gRPC alone needs three per call. On a busy machine, the end may come while
			// the handler's task runs.
			await().untilAsserted(() -> assertThat(server.executor("main").completed()).isBetween(100L, 199L));
		}
	}

	@Test
	void whenGenerationHasEndedThenItsMetersAreGone() {
		try (PlainServer server = PlainServer.startMeasured("executor.type=fixed")) {
			MeterRegistry registry = server.registry();
			server.call();
			assertThat(generations(registry)).containsOnly("1");
			for (int i = 0; i < 3; i++) {
				server.change("worker-threads=" + (1 + i % 2));
				server.call();
			}
			await().untilAsserted(() -> assertThat(generations(registry)).containsOnly("4"));
			assertThat(registry.get("grpc.tuning.generation").gauge().value()).isEqualTo(4);
			assertThat(registry.get("grpc.tuning.generations").gauge().value()).isOne();
		}
	}

	@Test
	void whenMetricsAreOffThenNothingIsMeasured() {
		try (PlainServer server = PlainServer.startMeasured("executor.type=fixed", "metrics.enabled=false")) {
			server.call();
			MeterRegistry registry = server.registry();
			assertThat(generations(registry)).isEmpty();
			assertThat(registry.find("grpc.server.call.started").counters()).noneMatch((meter) -> meter.count() > 0);
		}
	}

	@Test
	void whenWorkersScaleThenTheirUtilisationIsMeasured() {
		try (PlainServer server = PlainServer.startMeasured("worker-threads-min=1", "worker-threads-max=2");
				ConstantLoad load = ConstantLoad.start(server)) {
			MeterRegistry registry = server.registry();
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

	private static List<String> generations(MeterRegistry registry) {
		return registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("grpc.tuning.") && id.getTag("generation") != null)
			.map((id) -> String.valueOf(id.getTag("generation")))
			.distinct()
			.toList();
	}

}
