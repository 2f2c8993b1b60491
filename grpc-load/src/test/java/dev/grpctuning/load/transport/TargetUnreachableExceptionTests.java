package dev.grpctuning.load.transport;

import java.io.IOException;
import java.time.Duration;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TargetUnreachableException}. */
class TargetUnreachableExceptionTests {

	private static final TargetAddress ADDRESS = new TargetAddress("server", 1);

	private static final String ODD = "GOAWAY with \u001b[2J\u202eno\nway";

	@Test
	void whenThePeerSendsControlCharactersThenTheMessageHasNone() {
		assertThat(new TargetUnreachableException(ADDRESS, ODD))
			.hasMessage("no gRPC server at server:1: GOAWAY with [2Jno way");
		assertThat(new TargetUnreachableException(ADDRESS, ODD, new IOException()))
			.hasMessage("no gRPC server at server:1: GOAWAY with [2Jno way");
		assertThat(TargetUnreachableException
			.notReady(ADDRESS, Duration.ofMillis(5), Status.UNAVAILABLE.withDescription(ODD))
			.withHintIfNoAnswer("hint"))
			.hasMessage("no gRPC server at server:1: a connection is accepted, but no gRPC server answers within 5 ms:"
					+ " GOAWAY with [2Jno way (hint)");
	}

}
