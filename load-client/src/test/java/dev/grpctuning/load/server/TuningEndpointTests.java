package dev.grpctuning.load.server;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuningEndpoint}, with failures as the JDK's client has them. */
class TuningEndpointTests {

	@Test
	void whenAConnectionIsRefusedThenNobodyListens() {
		assertThat(TuningEndpoint.isRefused(
				causedBy(new ConnectException(), causedBy(new ConnectException(), new ClosedChannelException()))))
			.isTrue();
	}

	@ParameterizedTest
	@MethodSource
	void whenThereIsAnotherCauseThenTheServerMayLive(IOException failure) {
		assertThat(TuningEndpoint.isRefused(failure)).isFalse();
	}

	static Stream<IOException> whenThereIsAnotherCauseThenTheServerMayLive() {
		return Stream.of(new HttpTimeoutException("request timed out"),
				causedBy(new HttpConnectTimeoutException("HTTP connect timed out"), new ConnectException()),
				causedBy(new ConnectException(), causedBy(new ConnectException(), new UnresolvedAddressException())),
				causedBy(new ConnectException(), new NoRouteToHostException("No route to host")),
				causedBy(new IOException("HTTP/1.1 header parser received no bytes"), new EOFException()));
	}

	private static <T extends Throwable> T causedBy(T failure, Throwable cause) {
		failure.initCause(cause);
		return failure;
	}

}
