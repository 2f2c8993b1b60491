package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.Socket;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.connection.Connection;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What is known of open connections, their number, and how one is ended. */
class ConnectionsIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@Test
	void whenCallsAreOpenThenTheConnectionSaysSo() {
		Instant before = Instant.now();
		try (TunedApplication application = TunedApplication.start("executor.type=cached", "transport=nio",
				"worker-threads=1", "flow-control-window=2MB", "max-concurrent-calls-per-connection=7");
				Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = Stream.generate(client::begin).limit(3).toList();
			await().until(() -> application.greeter().waiting() == 3);
			Connection connection = only(application);
			assertThat(connection.generation()).isOne();
			assertThat(connection.remoteAddress()).matches("/127\\.0\\.0\\.1:\\d+")
				.doesNotEndWith(":" + application.port());
			assertThat(connection.eventLoop()).isEqualTo("grpc-server-worker-1");
			assertThat(connection.opened()).isBetween(before, Instant.now());
			Connection.Streams streams = streams(connection);
			assertThat(streams.open()).isEqualTo(3);
			assertThat(streams.maxOpen()).isEqualTo(7);
			assertThat(streams.initialReceiveWindowBytes()).isEqualTo(2 << 20);
			assertThat(streams.receiveWindowBytes()).isBetween(1 << 20, 2 << 20);
			assertThat(streams.sendWindowBytes()).isPositive();
			assertThat(streams.draining()).isFalse();
			gate.countDown();
			held.forEach(Client::greeting);
			await().until(() -> streams(only(application)).open() == 0);
		}
	}

	@Tag("either-framework")
	@Test
	void whenConnectionIsDrainedThenItsCallEndsAndTheNextGoesOverAnother() {
		try (TunedApplication application = TunedApplication.start("executor.type=cached");
				Client client = new Client(application);
				Client other = new Client(application)) {
			other.sayHello();
			long untouched = only(application).id();
			CountDownLatch gate = application.greeter().closeStreamGate();
			Iterator<HelloResponse> held = client.beginStream();
			await().until(() -> application.greeter().waiting() == 1);
			long drained = ids(application).get(1);
			assertThat(connections(application).drain(drained)).isTrue();
			await().until(() -> states(application).stream()
				.anyMatch((connection) -> connection.id() == drained && streams(connection).draining()));
			await().untilAsserted(() -> {
				client.sayHello();
				assertThat(ids(application)).hasSize(3).startsWith(untouched, drained);
			});
			gate.countDown();
			assertThat(held.next().getGreeting()).startsWith("grpc-server-app-");
			await().untilAsserted(
					() -> assertThat(ids(application)).hasSize(2).contains(untouched).doesNotContain(drained));
			assertThat(connections(application).drain(drained)).isFalse();
			assertThat(client.status().isOk()).isTrue();
			assertThat(other.status().isOk()).isTrue();
			assertThat(connections(application).accepted()).isEqualTo(3);
		}
	}

	@Test
	void whenAsManyConnectionsAreOpenAsMayThenTheNextIsClosed() {
		try (TunedApplication application = TunedApplication.start("max-connections=1", "executor.type=cached");
				Client first = new Client(application)) {
			first.sayHello();
			assertThat(statusOfNewClient(application)).isEqualTo(Status.Code.UNAVAILABLE);
			long refused = connections(application).refused();
			assertThat(refused).isPositive();
			assertThat(connections(application).count()).isOne();
			assertThat(connections(application).accepted()).isOne();
			assertThat(first.status().isOk()).isTrue();
			assertThat(application.change("max-connections=2").generation()).isOne();
			try (Client second = new Client(application)) {
				assertThat(second.status().isOk()).isTrue();
				application.change("max-connections=1");
				assertThat(List.of(first.status(), second.status())).allMatch(Status::isOk);
				assertThat(statusOfNewClient(application)).isEqualTo(Status.Code.UNAVAILABLE);
				application.change("max-connections=");
				assertThat(statusOfNewClient(application)).isEqualTo(Status.Code.OK);
			}
			await().until(() -> connections(application).count() == 1);
		}
	}

	@Tag("either-framework")
	@Test
	void whenServerListensOnSeveralAddressesThenTheirConnectionsCountTogether() throws Exception {
		int further = Ports.free();
		try (TunedApplication application = TunedApplication.start("max-connections=1",
				"listen-addresses=127.0.0.1:" + further); Client first = new Client(application)) {
			first.sayHello();
			try (Socket second = new Socket(InetAddress.getLoopbackAddress(), further)) {
				assertThat(second.getInputStream().read()).isNegative();
			}
			assertThat(connections(application).refused(Knobs.MAX_CONNECTIONS)).isOne();
			assertThat(connections(application).count()).isOne();
		}
	}

	@Tag("either-framework")
	@Test
	void whenConnectionIsDrainedThenItDoesNotCountAgainstTheMaximum() {
		try (TunedApplication application = TunedApplication.start("max-connections=1", "executor.type=cached");
				Client first = new Client(application)) {
			CountDownLatch gate = application.greeter().closeStreamGate();
			Iterator<HelloResponse> held = first.beginStream();
			await().until(() -> application.greeter().waiting() == 1);
			connections(application).drain(only(application).id());
			assertThat(statusOfNewClient(application)).isEqualTo(Status.Code.OK);
			gate.countDown();
			assertThat(held.hasNext()).isTrue();
		}
	}

	@Tag("either-framework")
	@Test
	void whenAnAddressHasAsManyConnectionsAsItMayThenItsNextIsClosed() {
		try (TunedApplication application = TunedApplication.start("max-connections-per-address=1",
				"executor.type=cached"); Client first = new Client(application)) {
			first.sayHello();
			assertThat(statusOfNewClient(application)).isEqualTo(Status.Code.UNAVAILABLE);
			assertThat(connections(application).refused(Knobs.MAX_CONNECTIONS_PER_ADDRESS)).isPositive();
			assertThat(connections(application).refused(Knobs.MAX_CONNECTIONS)).isZero();
			application.change("max-connections-per-address=2");
			assertThat(statusOfNewClient(application)).isEqualTo(Status.Code.OK);
		}
	}

	@Tag("either-framework")
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenClientDoesNotBeginInTimeThenItsConnectionIsClosed(boolean tls) throws Exception {
		try (TunedApplication application = SwapMatrixIT.start("127.0.0.1", "127.0.0.1", tls,
				"connection.handshake-timeout=2m"); Client client = new Client(application)) {
			client.sayHello();
			application.change("connection.handshake-timeout=200ms");
			try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), application.port())) {
				while (silent.getInputStream().read() >= 0) {
					assertThat(silent.isClosed()).isFalse();
				}
			}
			assertThat(connections(application).refused(Knobs.CONNECTION_HANDSHAKE_TIMEOUT)).isOne();
			// The client sees the end before the server has forgotten the connection.
			await().until(() -> connections(application).count() == 1);
			assertThat(client.status().isOk()).isTrue();
			assertThat(connections(application).accepted()).isEqualTo(2);
		}
	}

	@Tag("either-framework")
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenWritesAreCoalescedThenResponsesOfEachSizeArrive(boolean tls) throws Exception {
		try (TunedApplication application = SwapMatrixIT.start("127.0.0.1", "127.0.0.1", tls,
				"connection.coalesce-writes=true", "executor.type=fork-join", "max-response-backlog=64MB");
				Client client = new Client(application)) {
			Map<Integer, Iterator<HelloResponse>> streams = new LinkedHashMap<>();
			Stream.of(0, 100, 1000, 1100, 8200, 200_000)
				.forEach((size) -> streams.put(size, client.beginStream(50, size)));
			streams.forEach((size, stream) -> {
				for (int i = 0; i < 50; i++) {
					assertThat(stream.next().getPayload().size()).isEqualTo(size);
				}
				assertThat(stream.next().getGreeting()).startsWith("grpc-server-app-");
				assertThat(stream.hasNext()).isFalse();
			});
			await().until(() -> connections(application).backlog().bytes() == 0);
		}
	}

	private static Status.Code statusOfNewClient(TunedApplication application) {
		try (Client client = new Client(application)) {
			return client.status().getCode();
		}
	}

	private static OpenConnections connections(TunedApplication application) {
		return application.bean(OpenConnections.class);
	}

	private static Connection only(TunedApplication application) {
		List<Connection> connections = states(application);
		assertThat(connections).hasSize(1);
		return connections.get(0);
	}

	/** The connections, as soon as their event loops say how their streams are. */
	private static List<Connection> states(TunedApplication application) {
		return await().until(() -> connections(application).states(),
				(states) -> states.stream().allMatch((connection) -> connection.streams() != null));
	}

	private static List<Long> ids(TunedApplication application) {
		return connections(application).states().stream().map(Connection::id).toList();
	}

	private static Connection.Streams streams(Connection connection) {
		return Objects.requireNonNull(connection.streams());
	}

}
