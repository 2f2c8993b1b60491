package dev.grpctuning.load.engine.raw;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of a connection to a server that does not begin as HTTP/2 does.
 */
@Timeout(30)
class RawOpeningIT extends AbstractRawIT {

	@Test
	void whenTheFirstFrameIsNotSettingsThenSaysSo() throws Exception {
		start(setup());
		PeerConnection connection = this.peer.accept();
		connection.readBeginning();
		connection.ping(1);
		assertRefused(
				"PING frame (type 6, stream 0, length 8, flags 0x00): the first frame of a server must be SETTINGS");
	}

	@Test
	void whenTheServerSpeaksHttp1ThenSaysSo() throws Exception {
		start(setup());
		PeerConnection connection = this.peer.accept();
		connection
			.sendBytes("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		assertRefused("the peer answers HTTP/1, not HTTP/2");
	}

	@Test
	void whenTheServerSpeaksTlsThenSaysSo() throws Exception {
		start(setup());
		PeerConnection connection = this.peer.accept();
		connection.sendBytes((byte) 21, (byte) 3, (byte) 3, (byte) 0, (byte) 2, (byte) 2, (byte) 70, (byte) 0,
				(byte) 0);
		assertRefused("the peer speaks TLS");
	}

	@Test
	void whenTheServerClosesThenSaysSo() throws Exception {
		start(setup());
		PeerConnection connection = this.peer.accept();
		connection.readBeginning();
		connection.close();
		assertRefused("the server closed the connection");
	}

	@Test
	void whenTheServerSaysNothingThenSaysSo() throws Exception {
		start(setup().timeout(Duration.ofMillis(100)));
		assertRefused("the peer says nothing");
	}

	private void assertRefused(String message) throws Exception {
		Status status = Objects.requireNonNull(client().opened());
		assertThat(status.getDescription()).endsWith(message);
	}

}
