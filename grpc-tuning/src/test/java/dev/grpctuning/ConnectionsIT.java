package dev.grpctuning;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.connection.Connection;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What is known of open connections, their number, and how one is ended. */
class ConnectionsIT {

	@Test
	void whenCallsAreOpenThenTheConnectionSaysSo() {
		Instant before = Instant.now();
		try (PlainServer server = PlainServer.start("executor.type=cached", "transport=nio", "worker-threads=1",
				"flow-control-window=2MB", "max-concurrent-calls-per-connection=7");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = Stream.generate(client::begin).limit(3).toList();
			await().until(() -> server.greeter().waiting() == 3);
			Connection connection = only(server);
			assertThat(connection.generation()).isOne();
			assertThat(connection.remoteAddress()).matches("/127\\.0\\.0\\.1:\\d+").doesNotEndWith(":" + server.port());
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
			await().until(() -> streams(only(server)).open() == 0);
		}
	}

	@Test
	void whenConnectionIsDrainedThenItsCallEndsAndTheNextGoesOverAnother() {
		try (PlainServer server = PlainServer.start("executor.type=cached");
				Client client = new Client(server);
				Client other = new Client(server)) {
			other.sayHello();
			long untouched = only(server).id();
			CountDownLatch gate = server.greeter().closeStreamGate();
			Iterator<HelloResponse> held = client.beginStream();
			await().until(() -> server.greeter().waiting() == 1);
			long drained = ids(server).get(1);
			assertThat(server.connections().drain(drained)).isTrue();
			await().until(() -> states(server).stream()
				.anyMatch((connection) -> connection.id() == drained && streams(connection).draining()));
			await().untilAsserted(() -> {
				client.sayHello();
				assertThat(ids(server)).hasSize(3).startsWith(untouched, drained);
			});
			gate.countDown();
			assertThat(held.next().getGreeting()).startsWith("grpc-server-app-");
			await().untilAsserted(() -> assertThat(ids(server)).hasSize(2).contains(untouched).doesNotContain(drained));
			assertThat(server.connections().drain(drained)).isFalse();
			assertThat(client.status().isOk()).isTrue();
			assertThat(other.status().isOk()).isTrue();
			assertThat(server.connections().accepted()).isEqualTo(3);
		}
	}

	@Test
	void whenAsManyConnectionsAreOpenAsMayThenTheNextIsClosed() {
		try (PlainServer server = PlainServer.start("max-connections=1", "executor.type=cached");
				Client first = new Client(server)) {
			first.sayHello();
			assertThat(server.statusOfNewClient().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
			long refused = server.connections().refused();
			assertThat(refused).isPositive();
			assertThat(server.connections().count()).isOne();
			assertThat(server.connections().accepted()).isOne();
			assertThat(first.status().isOk()).isTrue();
			assertThat(server.change("max-connections=2").generation()).isOne();
			try (Client second = new Client(server)) {
				assertThat(second.status().isOk()).isTrue();
				server.change("max-connections=1");
				assertThat(List.of(first.status(), second.status())).allMatch(Status::isOk);
				assertThat(server.statusOfNewClient().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
				server.change("max-connections=");
				assertThat(server.statusOfNewClient().getCode()).isEqualTo(Status.Code.OK);
			}
			await().until(() -> server.connections().count() == 1);
		}
	}

	@Test
	void whenServerListensOnSeveralAddressesThenTheirConnectionsCountTogether() throws Exception {
		int further = Ports.free();
		try (PlainServer server = PlainServer.start("max-connections=1", "listen-addresses=127.0.0.1:" + further);
				Client first = new Client(server)) {
			first.sayHello();
			try (Socket second = new Socket(InetAddress.getLoopbackAddress(), further)) {
				assertThat(second.getInputStream().read()).isNegative();
			}
			assertThat(server.connections().refused(Knobs.MAX_CONNECTIONS)).isOne();
			assertThat(server.connections().count()).isOne();
		}
	}

	@Test
	void whenAnAddressHasAsManyConnectionsAsItMayThenItsNextIsClosed() {
		try (PlainServer server = PlainServer.start("max-connections-per-address=1", "executor.type=cached");
				Client first = new Client(server)) {
			first.sayHello();
			assertThat(server.statusOfNewClient().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
			assertThat(server.connections().refused(Knobs.MAX_CONNECTIONS_PER_ADDRESS)).isPositive();
			assertThat(server.connections().refused(Knobs.MAX_CONNECTIONS)).isZero();
			server.change("max-connections-per-address=2");
			assertThat(server.statusOfNewClient().getCode()).isEqualTo(Status.Code.OK);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenClientDoesNotBeginInTimeThenItsConnectionIsClosed(boolean tls) throws Exception {
		try (PlainServer server = SwapMatrixIT.options(tls).start("connection.handshake-timeout=2m");
				Client client = new Client(server)) {
			client.sayHello();
			server.change("connection.handshake-timeout=200ms");
			try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
				while (silent.getInputStream().read() >= 0) {
					assertThat(silent.isClosed()).isFalse();
				}
			}
			assertThat(server.connections().refused(Knobs.CONNECTION_HANDSHAKE_TIMEOUT)).isOne();
			// The client sees the end before the server has forgotten the connection.
			await().until(() -> server.connections().count() == 1);
			assertThat(client.status().isOk()).isTrue();
			assertThat(server.connections().accepted()).isEqualTo(2);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenWritesAreCoalescedThenResponsesOfEachSizeArrive(boolean tls) throws Exception {
		try (PlainServer server = SwapMatrixIT.options(tls)
			.start("connection.coalesce-writes=true", "executor.type=fork-join", "max-response-backlog=64MB");
				Client client = new Client(server)) {
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
			await().until(() -> server.connections().backlog().bytes() == 0);
		}
	}

	private static Connection only(PlainServer server) {
		List<Connection> connections = states(server);
		assertThat(connections).hasSize(1);
		return connections.get(0);
	}

	/** The connections, as soon as their event loops say how their streams are. */
	private static List<Connection> states(PlainServer server) {
		return await().until(() -> server.connections().states(),
				(states) -> states.stream().allMatch((connection) -> connection.streams() != null));
	}

	private static List<Long> ids(PlainServer server) {
		return server.connections().states().stream().map(Connection::id).toList();
	}

	private static Connection.Streams streams(Connection connection) {
		return Objects.requireNonNull(connection.streams());
	}

}
