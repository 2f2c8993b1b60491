package dev.grpctuning.load.transport.stub;

import java.io.IOException;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ConnectFailure}. */
class ConnectFailureTests {

	@Test
	void whenThePeerEndsTheConnectionAtOnceThenHandlersOfNettyAreNotNamed() {
		String message = "Connection closing while performing protocol negotiation for [NettyClientHandler#0, "
				+ "WriteBufferingAndExceptionHandler#0, DefaultChannelPipeline$TailContext#0]";
		assertThat(failure(message)).isEqualTo("Connection closed by the peer");
		assertThat(ConnectFailure.of(Status.UNAVAILABLE.withDescription(message)).getDescription())
			.isEqualTo("Connection closed by the peer");
	}

	@Test
	void whenTheSocketSaysWhyThenThatIsSaidInOneLine() {
		assertThat(failure("Connection reset\n by peer")).isEqualTo("Connection reset by peer");
	}

	private static @Nullable String failure(String message) {
		return ConnectFailure
			.of(Status.UNAVAILABLE.withDescription("io exception")
				.withCause(new RuntimeException(new IOException(message))))
			.getDescription();
	}

}
