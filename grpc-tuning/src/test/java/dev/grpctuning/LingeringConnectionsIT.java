package dev.grpctuning;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.grpctuning.connection.OpenConnections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Connections that the server has ended and whose clients have not closed yet.
 */
class LingeringConnectionsIT {

	@Test
	void whenClientReadsLateThenTheServerWaitsWhileItServes() throws IOException {
		try (PlainServer server = PlainServer.start("connection.max-age=1s", "connection.max-control-frames=10");
				Socket late = connect(server)) {
			late.getOutputStream().write(LastStreamsIT.call(1));
			DataInputStream in = new DataInputStream(late.getInputStream());
			LastStreamsIT.read(in, LastStreamsIT.GOAWAY, 0);
			for (int ping = 1; ping <= 2; ping++) {
				answer(late, LastStreamsIT.read(in, LastStreamsIT.PING, 0));
			}
			LastStreamsIT.read(in, LastStreamsIT.GOAWAY, 0);
			try (Socket flooding = connect(server)) {
				for (int i = 0; i < 20; i++) {
					flooding.getOutputStream().write(LastStreamsIT.frame(LastStreamsIT.SETTINGS, 0, 0, new byte[0]));
				}
				OpenConnections connections = server.connections();
				await().until(() -> connections.errors() == 1);
				await().during(Duration.ofMillis(2500)).until(() -> connections.count() == 1);
				// A socket that is closed would answer with a reset.
				late.getOutputStream().write(LastStreamsIT.frame(LastStreamsIT.PING, 0, 0, new byte[8]));
				assertThat(in.read()).isEqualTo(-1);
				server.change("max-concurrent-calls-per-connection=100");
				await().atMost(Duration.ofSeconds(5)).until(() -> connections.count() == 0);
			}
		}
	}

	private static Socket connect(PlainServer server) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
		socket.setSoTimeout(60_000);
		OutputStream out = socket.getOutputStream();
		out.write(LastStreamsIT.BEGIN);
		return socket;
	}

	private static void answer(Socket socket, LastStreamsIT.Frame ping) throws IOException {
		socket.getOutputStream().write(LastStreamsIT.frame(LastStreamsIT.PING, 1, 0, ping.payload()));
	}

}
