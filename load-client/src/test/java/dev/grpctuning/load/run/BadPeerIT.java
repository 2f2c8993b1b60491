package dev.grpctuning.load.run;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.WrongPeer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code run} at targets that cannot be called, in this process: mostly with the engine
 * that does not wait for the whole time-out.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class BadPeerIT {

	private static final String NO_ANSWER = ": a connection is accepted, but no gRPC server answers within %d ms: ";

	private final CapturedOutput output;

	BadPeerIT(CapturedOutput output) {
		this.output = output;
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItRefusesThenOneLineSaysSo(String engine) throws Exception {
		int port = Ports.free();
		assertOneLine(engine, new TargetAddress("127.0.0.1", port)).contains(": Connection refused; start it with");
	}

	@Test
	void whenItResetsConnectionsAsSoonAsTheyAreThereThenOneLineSaysSo() throws Exception {
		try (WrongPeer peer = WrongPeer.onAccept(WrongPeer::reset)) {
			assertReset(peer);
		}
	}

	@Test
	void whenItResetsConnectionsOnWhichTheClientSpeaksThenOneLineSaysSo() throws Exception {
		try (WrongPeer peer = WrongPeer.onFirstByte(WrongPeer::reset)) {
			assertReset(peer);
		}
	}

	private void assertReset(WrongPeer peer) {
		// It depends on what was being read or written just then.
		assertOneLine("raw", TargetAddress.parse(peer.address())).containsAnyOf("Connection reset", "Connection closed",
				"Broken pipe", "Network closed");
	}

	@Test
	void whenItAnswersHttp1ThenOneLineSaysSo() throws Exception {
		byte[] answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
		try (WrongPeer peer = WrongPeer.onFirstByte((socket) -> socket.getOutputStream().write(answer))) {
			assertOneLine("raw", TargetAddress.parse(peer.address()))
				.contains(noAnswer("raw") + "the peer answers HTTP/1, not HTTP/2 (");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItSpeaksTlsThenOneLineSaysSo(String engine) throws Exception {
		byte[] alert = HexFormat.of().parseHex("15030300020246");
		try (WrongPeer peer = WrongPeer.onFirstByte((socket) -> socket.getOutputStream().write(alert))) {
			assertOneLine(engine, TargetAddress.parse(peer.address())).contains(noAnswer(engine)
					+ "the peer speaks TLS (--tls, or grpc.client.GLOBAL.negotiation-type=tls, turns on TLS)");
		}
	}

	@Test
	void whenItSpeaksNoTlsThoughItIsAskedToThenOneLineSaysSo() throws Exception {
		try (HelloServer server = HelloServer.start()) {
			assertOneLine("raw", TargetAddress.parse(server.address()), "--grpc.client.GLOBAL.negotiation-type=tls")
				.contains(noAnswer("raw") + "the peer does not speak TLS (");
		}
	}

	@Test
	void whenItHoldsConnectionsAndSaysNothingThenOneLineSaysSo() throws Exception {
		try (WrongPeer peer = WrongPeer.onAccept((socket) -> {
		})) {
			assertThat(refusal("raw", TargetAddress.parse(peer.address()), "--load.connect-timeout=1s"))
				.contains(NO_ANSWER.formatted(1000) + "the peer sends nothing (");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					raw  | V1   | Unari | {}          | load.call: kinds.v1.Kinds has no method Unari; it has Collect, Echo, Linger, Spread, Unary.
					raw  | V1   | Unary | {"id": "x"} | load.request: Not an int64 value: "x" (message kinds.v1.Thing).
					stub | NONE | Unary | {}          | load.call: the server has no reflection; turn it on, or name a file with --proto
					raw  | NONE | Unary | {}          | load.call: the server has no reflection; turn it on, or name a file with --proto
					""")
	void whenTheCallIsNotOneOfItsOwnThenOneLineSaysSo(String engine, KindsServer.Reflection reflection, String method,
			String request, String line) throws Exception {
		try (KindsServer server = KindsServer.start(reflection)) {
			assertThat(refusal(engine, TargetAddress.parse(server.address()), "--load.call=kinds.v1.Kinds/" + method,
					"--load.request=" + request))
				.contains(line);
		}
	}

	/** The stub engine waits for all of it before it says what is wrong. */
	private static int enoughMillis(String engine) {
		return engine.equals("raw") ? 20_000 : 1000;
	}

	private static String noAnswer(String engine) {
		return NO_ANSWER.formatted(enoughMillis(engine));
	}

	private AbstractStringAssert<?> assertOneLine(String engine, TargetAddress address, String... options) {
		String[] all = Stream
			.concat(Stream.of("--load.connect-timeout=" + enoughMillis(engine) + "ms"), Stream.of(options))
			.toArray(String[]::new);
		return assertThat(refusal(engine, address, all)).startsWith("load.target: no gRPC server at " + address + ": ");
	}

	/** The one line that is said. */
	private String refusal(String engine, TargetAddress address, String... options) {
		List<String> arguments = Stream
			.concat(Stream.of("run", "--load.engine=" + engine, "--load.target=" + address), Stream.of(options))
			.toList();
		assertThat(LoadClientApplication.launch(arguments.toArray(String[]::new))).isEqualTo(1);
		assertThat(this.output.getOut()).isEmpty();
		assertThat(this.output.getErr().lines()).hasSize(1);
		return this.output.getErr().strip();
	}

}
