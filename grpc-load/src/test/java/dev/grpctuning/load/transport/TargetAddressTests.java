package dev.grpctuning.load.transport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link TargetAddress}. */
class TargetAddressTests {

	@ParameterizedTest
	@CsvSource({ "localhost:9090, localhost, 9090", "10.0.0.7:1, 10.0.0.7, 1",
			"grpc-1.example.com:65535, grpc-1.example.com, 65535", "[::1]:9090, ::1, 9090",
			"[2001:db8::7]:443, 2001:db8::7, 443" })
	void whenTextIsHostAndPortThenItIsRead(String text, String hostName, int port) {
		TargetAddress address = TargetAddress.parse(text);
		assertThat(address.hostName()).isEqualTo(hostName);
		assertThat(address.port()).isEqualTo(port);
		assertThat(address).hasToString(text);
	}

	@Test
	void whenTextHasSpaceAroundThenItIsIgnored() {
		assertThat(TargetAddress.parse(" localhost:9090\n")).isEqualTo(new TargetAddress("localhost", 9090));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "localhost", "localhost:", ":9090", "9090", "localhost:0", "localhost:-1",
			"localhost:65536", "localhost:99999999999", "localhost:port", "::1:9090", "[::1]", "[::1:9090",
			"http://localhost:9090", "user@localhost:9090", "localhost:9090/", "localhost:9090/path",
			"localhost:9090?a=b", "localhost:9090#x", "local host:9090", "localhost:90 90", "a:1,b:2" })
	void whenTextHasAnotherFormThenItIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> TargetAddress.parse(text))
			.withMessage("expected host:port with a port from 1 to 65535, such as localhost:9090");
	}

	@Test
	void whenHostIsAnIpv6AddressThenItIsInBrackets() {
		assertThat(new TargetAddress("0:0:0:0:0:0:0:1", 9090)).hasToString("[0:0:0:0:0:0:0:1]:9090");
	}

	@Test
	void whenUnreachableThenTheMessageNamesAddressAndReason() {
		assertThat(new TargetUnreachableException(TargetAddress.parse("[::1]:9090"), "unknown host"))
			.hasMessage("no gRPC server at [::1]:9090: unknown host");
	}

}
