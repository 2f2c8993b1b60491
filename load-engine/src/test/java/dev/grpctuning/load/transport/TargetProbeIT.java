package dev.grpctuning.load.engine.transport;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link TargetProbe} and sockets.
 */
@Timeout(30)
class TargetProbeIT {

	private static final Duration LONG = Duration.ofSeconds(20);

	@Test
	void whenTheNameHasSeveralAddressesThenOneThatAcceptsIsEnough() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
			TargetAddress address = new TargetAddress("several.test", socket.getLocalPort());
			TargetProbe.probe(address, LONG, InetAddress.getByName("127.0.0.3"), InetAddress.getByName("127.0.0.1"));
			assertThat(socket.accept().getInetAddress().isLoopbackAddress()).isTrue();
		}
	}

	@Test
	void whenNoneOfThemAcceptsThenTheReasonIsSaid() throws Exception {
		int port;
		try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
			port = socket.getLocalPort();
		}
		TargetAddress address = new TargetAddress("several.test", port);
		assertThatExceptionOfType(TargetUnreachableException.class)
			.isThrownBy(() -> TargetProbe.probe(address, LONG, InetAddress.getByName("127.0.0.3"),
					InetAddress.getByName("127.0.0.1")))
			.withMessage("no gRPC server at several.test:%d: Connection refused", port);
	}

}
