package dev.grpctuning;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The bound on the tasks that wait for a thread. */
class QueueCapacityIT {

	private static final String FULL = "Too many calls wait for a thread";

	private static final String STREAM = "hello.v1.HelloService/SayHelloStream";

	@Test
	void whenAsManyTasksWaitAsMayThenTheNextCallIsRefused() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"executor.queue-capacity=3"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.fill(client, 3);
			assertThat(Stream.generate(client::status).limit(10))
				.allSatisfy((status) -> PlainServer.assertRefused(status, FULL));
			ExecutorState state = server.executor("main");
			assertThat(state.queued()).isEqualTo(3);
			assertThat(state.active()).isOne();
			assertThat(state.calls()).isEqualTo(4);
			assertThat(state.refused()).isEqualTo(10);
			assertThat(server.limits().state().open()).isEqualTo(4);
			gate.countDown();
			assertThat(held).allSatisfy((call) -> assertThat(Client.greeting(call)).isEqualTo("grpc-server-app-1"));
			await().until(() -> server.executor("main").queued() == 0);
			assertThat(client.status().isOk()).isTrue();
			assertThat(server.limits().state().refused()).isZero();
		}
	}

	@Test
	void whenVirtualThreadsHaveAMaximumThenFurtherTasksWaitUntilItIsRaised() {
		try (PlainServer server = PlainServer.start("executor.type=virtual", "executor.max-virtual-threads=1",
				"executor.queue-capacity=2"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.fill(client, 2);
			PlainServer.assertRefused(client.status(), FULL);
			assertThat(server.greeter().waiting()).isOne();
			assertThat(server.change("executor.max-virtual-threads=2", "executor.queue-capacity=").generation())
				.isOne();
			assertThat(server.effective(Knobs.EXECUTOR_MAX_VIRTUAL_THREADS)).isEqualTo(2);
			List<Future<HelloResponse>> more = List.of(client.begin(), client.begin());
			await().until(() -> server.greeter().waiting() == 3);
			gate.countDown();
			assertThat(Stream.concat(held.stream(), more.stream()))
				.allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
		}
	}

	@Test
	void whenQueueOfARouteIsFullThenOnlyItsCallsAreRefused() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"executor.queue-capacity=3", "executor.routes[0].method=" + STREAM, "executor.routes[0].type=fixed",
				"executor.routes[0].threads=1", "executor.routes[0].queue-capacity=1");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeStreamGate();
			Iterator<HelloResponse> active = client.beginStream();
			await().until(() -> server.greeter().waiting() == 1);
			Iterator<HelloResponse> queued = client.beginStream();
			await().until(() -> server.executor(STREAM).queued() == 1);
			assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(client::sayHelloStream)
				.satisfies((ex) -> assertThat(ex.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED))
				.withMessageContaining(FULL);
			assertThat(client.sayHello()).isEqualTo("grpc-server-app-1");
			assertThat(server.executor(STREAM).refused()).isOne();
			assertThat(server.executor("main").refused()).isZero();
			gate.countDown();
			assertThat(List.of(active, queued)).allMatch(Iterator::hasNext);
		}
	}

}
