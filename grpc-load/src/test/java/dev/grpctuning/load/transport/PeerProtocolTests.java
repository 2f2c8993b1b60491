package dev.grpctuning.load.transport;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link PeerProtocol}. */
class PeerProtocolTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			<!DOC        | the peer does not speak HTTP/2, its first bytes are "<!DOC"
			'SSH-2.0\r\n' | the peer does not speak HTTP/2, its first bytes are "SSH-2.0"
			'a\0b'       | the peer does not speak HTTP/2, its first bytes are 610062
			HTTP/1.1     | the peer answers HTTP/1, not HTTP/2
			""")
	void whenAPeerSpeaksAnotherProtocolThenItsTextIsShown(String first, String message) {
		assertThat(PeerProtocol.name(first.translateEscapes().getBytes(StandardCharsets.ISO_8859_1)))
			.isEqualTo(message);
	}

}
