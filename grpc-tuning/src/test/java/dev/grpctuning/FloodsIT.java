package dev.grpctuning;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Clients that send too many frames of a kind.
 */
class FloodsIT {

	@Test
	void whenClientCancelsTooManyCallsThenItsConnectionIsClosed() {
		try (PlainServer server = PlainServer.start("connection.max-resets=5", "executor.type=cached");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> calls = Stream.generate(client::begin).limit(7).toList();
			await().until(() -> server.greeter().waiting() == 7);
			calls.subList(0, 6).forEach((call) -> call.cancel(true));
			assertThat(Client.status(calls.get(6)).isOk()).isFalse();
			gate.countDown();
			OpenConnections connections = server.connections();
			await().until(() -> connections.refused(Knobs.CONNECTION_MAX_RESETS) == 1 && connections.errors() == 1);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@Test
	void whenCancelledCallsAreFewInEachWindowThenTheConnectionStays() {
		try (PlainServer server = PlainServer.start("connection.max-resets=1", "connection.max-resets-window=1ms",
				"executor.type=cached"); Client client = new Client(server)) {
			for (int i = 1; i <= 3; i++) {
				CountDownLatch gate = server.greeter().closeGate();
				Future<HelloResponse> call = client.begin();
				await().until(() -> server.greeter().waiting() == 1);
				// The server may have read the end of the call before just now.
				long begun = System.nanoTime();
				await().until(() -> System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(5));
				call.cancel(true);
				gate.countDown();
				await().until(() -> server.greeter().waiting() == 0);
			}
			assertThat(client.status().isOk()).isTrue();
			OpenConnections connections = server.connections();
			assertThat(connections.accepted()).isOne();
			assertThat(connections.refused(Knobs.CONNECTION_MAX_RESETS)).isZero();
		}
	}

	@Test
	void whenClientFloodsOneConnectionAfterAnotherThenItIsRefusedForAWhile() {
		try (PlainServer server = PlainServer.start("connection.max-control-frames=10", "connection.max-floods=2")) {
			OpenConnections connections = server.connections();
			await().until(() -> {
				flood(server.port());
				return connections.refused(Knobs.CONNECTION_MAX_FLOODS) > 0;
			});
			assertThat(connections.refused(Knobs.CONNECTION_MAX_CONTROL_FRAMES)).isEqualTo(connections.errors())
				.isGreaterThanOrEqualTo(2);
			assertThat(server.call()).isNotEmpty();
		}
	}

	@Test
	void whenClientAnswersPingsThatNobodySentThenItsConnectionIsClosed() {
		try (PlainServer server = PlainServer.start("connection.max-control-frames=10")) {
			flood(server.port(), LastStreamsIT.frame(LastStreamsIT.PING, LastStreamsIT.ACK, 0,
					ByteBuffer.allocate(8).putLong(0x97ACEF001L).array()));
			OpenConnections connections = server.connections();
			assertThat(connections.refused(Knobs.CONNECTION_MAX_CONTROL_FRAMES)).isOne();
		}
	}

	private static void flood(int port) {
		flood(port, LastStreamsIT.frame(LastStreamsIT.SETTINGS, 0, 0, new byte[0]));
	}

	private static void flood(int port, byte[] frame) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			OutputStream out = socket.getOutputStream();
			out.write(LastStreamsIT.BEGIN);
			// At once, so that a busy machine too sends them within a second.
			ByteBuffer frames = ByteBuffer.allocate(11 * frame.length);
			while (frames.hasRemaining()) {
				frames.put(frame);
			}
			out.write(frames.array());
			socket.setSoTimeout(30_000);
			socket.getInputStream().readAllBytes();
		}
		catch (IOException ex) {
			// It is reset if the server closes it before it has read all.
		}
	}

}
