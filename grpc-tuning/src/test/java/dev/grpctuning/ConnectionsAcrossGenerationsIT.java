package dev.grpctuning;

import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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

	private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] SETTINGS = { 0, 0, 0, 4, 0, 0, 0, 0, 0 };

	private static final byte PING = 6;

	private static final int ACK = 1;

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
				assertThat(statusOfNewClient(server)).isEqualTo(Status.Code.UNAVAILABLE);
				server.change("max-concurrent-calls-per-connection=" + (100 + generation));
			}
			assertThat(connections(server).states()).extracting(Connection::generation)
				.containsExactly(1, 1, 2, 2, 3, 3);
			assertThat(connections(server).accepted()).isEqualTo(6);
			gate.countDown();
			assertThat(held).allMatch(Iterator::hasNext);
			await().until(() -> connections(server).count() == 0);
			assertThat(clients.subList(0, 2)).allMatch((client) -> client.status().isOk());
			assertThat(connections(server).accepted()).isEqualTo(8);
			assertThat(connections(server).states()).extracting(Connection::generation).containsOnly(4);
			clients.forEach(Client::close);
			await().until(() -> connections(server).count() == 0 && connections(server).states().isEmpty());
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
			await().until(() -> connections(server).count() == 0);
			assertThat(ready).hasValueGreaterThanOrEqualTo(300);
			assertThat(connections(server).accepted()).isGreaterThanOrEqualTo(ready.get());
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
			OpenConnections connections = connections(server);
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
			await().until(() -> connections(server).accepted() == 2);
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
			client.getOutputStream().write(PREFACE);
			client.getOutputStream().write(SETTINGS);
			await().until(() -> connections(server).count() == 1);
			server.change("worker-threads=2");
			DataInputStream frames = new DataInputStream(client.getInputStream());
			boolean acknowledged = false;
			int length;
			while ((length = frames.read()) >= 0) {
				length = length << 16 | frames.readUnsignedShort();
				int type = frames.readUnsignedByte();
				int flags = frames.readUnsignedByte();
				frames.skipNBytes(4);
				byte[] payload = frames.readNBytes(length);
				if (type == PING && flags == 0) {
					acknowledged = true;
					client.getOutputStream().write(ping(ACK, payload));
				}
			}
			assertThat(acknowledged).isTrue();
			for (int i = 0; i < 3; i++) {
				client.getOutputStream().write(ping(0, new byte[8]));
				assertThat(frames.read()).isNegative();
			}
		}
	}

	private static byte[] ping(int flags, byte[] payload) {
		return ByteBuffer.allocate(17).put(new byte[] { 0, 0, 8, PING, (byte) flags, 0, 0, 0, 0 }).put(payload).array();
	}

	private static List<String> addresses(Generation generation) {
		return generation.parts().addresses();
	}

	private static Status.Code statusOfNewClient(PlainServer server) {
		try (Client client = new Client(server)) {
			return client.status().getCode();
		}
	}

	private static OpenConnections connections(PlainServer server) {
		return server.connections();
	}

}
