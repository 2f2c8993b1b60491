package dev.grpctuning.load.run;

import java.util.HexFormat;
import java.util.stream.Stream;

import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.WrongPeer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The line that {@code run} prints of a target that cannot be called. The tests of the
 * engines have more such peers.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class BadPeerIT {

	private final CapturedOutput output;

	BadPeerIT(CapturedOutput output) {
		this.output = output;
	}

	@Test
	void whenItRefusesThenOneLineSaysSo() throws Exception {
		assertOneLine(new TargetAddress("127.0.0.1", Ports.free())).contains(": Connection refused; start it with");
	}

	@Test
	void whenItSpeaksTlsThenTheLineNamesTheOptionForIt() throws Exception {
		byte[] alert = HexFormat.of().parseHex("15030300020246");
		try (WrongPeer peer = WrongPeer.onFirstByte((socket) -> socket.getOutputStream().write(alert))) {
			assertOneLine(TargetAddress.parse(peer.address()))
				.contains(": a connection is accepted, but no gRPC server answers within 20000 ms: "
						+ "the peer speaks TLS (--tls, or grpc.client.GLOBAL.negotiation-type=tls, turns on TLS)");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					V1   | Unari | {}          | load.call: kinds.v1.Kinds has no method Unari; it has Collect, Echo, Linger, Spread, Unary.
					V1   | Unary | {"id": "x"} | load.request: Not an int64 value: "x" (message kinds.v1.Thing).
					NONE | Unary | {}          | load.call: the server has no reflection; turn it on, or name a file with --proto
					""")
	void whenTheCallIsNotOneOfItsOwnThenOneLineSaysSo(KindsServer.Reflection reflection, String method, String request,
			String line) throws Exception {
		try (KindsServer server = KindsServer.start(reflection)) {
			assertThat(refusal(TargetAddress.parse(server.address()), "--load.call=kinds.v1.Kinds/" + method,
					"--load.request=" + request))
				.contains(line);
		}
	}

	private AbstractStringAssert<?> assertOneLine(TargetAddress address) {
		return assertThat(refusal(address, "--load.connect-timeout=20s"))
			.startsWith("load.target: no gRPC server at " + address + ": ");
	}

	/** The one line that is said. */
	private String refusal(TargetAddress address, String... options) {
		String[] arguments = Stream
			.concat(Stream.of("run", "--load.engine=raw", "--load.target=" + address), Stream.of(options))
			.toArray(String[]::new);
		assertThat(LoadClientApplication.launch(arguments)).isEqualTo(1);
		assertThat(this.output.getOut()).isEmpty();
		assertThat(this.output.getErr().lines()).hasSize(1);
		return this.output.getErr().strip();
	}

}
