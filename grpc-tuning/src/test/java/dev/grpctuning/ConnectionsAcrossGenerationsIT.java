package dev.grpctuning;

import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.connection.Connection;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.server.Generation;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Connections while generations change places. */
class ConnectionsAcrossGenerationsIT {

	@Test
	void whenConnectionsDrainThenOnlyThoseOfTheServingGenerationCountAgainstTheMaximum() {
		try (PlainServer server = PlainServer.start("max-connections=2", "executor.type=cached")) {
			CountDownLatch gate = server.greeter().closeStreamGate();
			List<Client> clients = new ArrayList<>();
			List<Iterator<HelloResponse>> held = new ArrayList<>();
			for (int generation = 1; generation <= 3; generation++) {
				for (int i = 0; i < 2; i++) {
					Client client = new Client(server);
					clients.add(client);
					held.add(client.beginStream());
				}
				int open = 2 * generation;
				await().until(() -> server.greeter().waiting() == open);
				assertThat(server.statusOfNewClient().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
				server.change("max-concurrent-calls-per-connection=" + (100 + generation));
			}
			assertThat(server.connections().states()).extracting(Connection::generation)
				.containsExactly(1, 1, 2, 2, 3, 3);
			assertThat(server.connections().accepted()).isEqualTo(6);
			gate.countDown();
			assertThat(held).allMatch(Iterator::hasNext);
			await().until(() -> server.connections().count() == 0);
			assertThat(clients.subList(0, 2)).allMatch((client) -> client.status().isOk());
			assertThat(server.connections().accepted()).isEqualTo(8);
			assertThat(server.connections().states()).extracting(Connection::generation).containsOnly(4);
			clients.forEach(Client::close);
			await().until(() -> server.connections().count() == 0 && server.connections().states().isEmpty());
		}
	}

	@Test
	void whenConnectionsAreMadeDuringSwapsThenEachIsCountedUntilItIsClosed() {
		AtomicLong ready = new AtomicLong();
		try (PlainServer server = PlainServer.start("executor.type=direct")) {
			server.hook().set((builder) -> builder.addTransportFilter(counting(ready)));
			server.change("max-concurrent-calls-per-connection=100");
			for (int i = 1; i <= 15; i++) {
				List<Client> clients = Stream.generate(() -> new Client(server)).limit(20).toList();
				List<Future<HelloResponse>> calls = clients.stream().map(Client::beginWhenReady).toList();
				server.change("max-concurrent-calls-per-connection=" + (100 + i));
				assertThat(calls).allMatch((call) -> Client.status(call).isOk());
				clients.forEach(Client::close);
			}
			await().until(() -> server.connections().count() == 0);
			assertThat(ready).hasValueGreaterThanOrEqualTo(300);
			assertThat(server.connections().accepted()).isGreaterThanOrEqualTo(ready.get());
		}
	}

	private static ServerTransportFilter counting(AtomicLong ready) {
		return new ServerTransportFilter() {

			@Override
			public Attributes transportReady(Attributes attributes) {
				ready.incrementAndGet();
				return attributes;
			}

		};
	}

	@Test
	void whenClientsConnectBeforeAChangeIsCompleteThenTheirConnectionsHaveItsSettings() {
		try (PlainServer server = PlainServer.start("worker-threads=1", "generation.change=restart")) {
			OpenConnections connections = server.connections();
			List<Client> clients = List.of(new Client(server), new Client(server));
			server.onStart((generation) -> {
				clients.forEach(Client::connect);
				await().until(() -> connections.accepted() + connections.refused() >= 2);
			});
			server.change("worker-threads=2", "max-connections=1");
			assertThat(connections.accepted()).isOne();
			clients.forEach(Client::close);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenConnectionWasAcceptedAndNotServedYetThenItsCallSurvivesAChange(GenerationChange change) throws Exception {
		try (PlainServer server = PlainServer.start("executor.type=direct", "transport=nio", "worker-threads=1",
				"generation.change=" + change.propertyValue());
				Client first = new Client(server);
				Client second = new Client(server)) {
			Generation old = server.serving();
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> busy = first.begin();
			await().until(() -> server.greeter().waiting() == 1);
			Future<HelloResponse> call = second.begin();
			await().until(() -> server.connections().accepted() == 2);
			Thread changer = new Thread(() -> server.change("worker-threads=2"));
			changer.start();
			await().until(() -> addresses(old).isEmpty());
			gate.countDown();
			assertThat(Client.status(busy).isOk()).isTrue();
			assertThat(Client.status(call).isOk()).isTrue();
			changer.join();
			assertThat(server.serving()).isNotSameAs(old);
		}
	}

	/** A client whose write fails drops the responses that it has not read yet. */
	@ParameterizedTest
	@ValueSource(strings = { "nio", "auto" })
	void whenGenerationHasEndedThenItsConnectionIsNotResetByWhatTheClientStillSends(String transport) throws Exception {
		try (PlainServer server = PlainServer.start("transport=" + transport, "worker-threads=1");
				Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
			client.getOutputStream().write(LastStreamsIT.BEGIN);
			await().until(() -> server.connections().count() == 1);
			server.change("worker-threads=2");
			DataInputStream frames = new DataInputStream(client.getInputStream());
			for (int ping = 1; ping <= 2; ping++) {
				client.getOutputStream()
					.write(LastStreamsIT.frame(LastStreamsIT.PING, LastStreamsIT.ACK, 0,
							LastStreamsIT.read(frames, LastStreamsIT.PING, 0).payload()));
			}
			LastStreamsIT.read(frames, LastStreamsIT.GOAWAY, 0);
			assertThat(frames.read()).isNegative();
			for (int i = 0; i < 3; i++) {
				client.getOutputStream().write(LastStreamsIT.frame(LastStreamsIT.PING, 0, 0, new byte[8]));
				assertThat(frames.read()).isNegative();
			}
		}
	}

	private static List<String> addresses(Generation generation) {
		return generation.parts().addresses();
	}

}
