package dev.grpctuning.autoconfigure.boot;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link PortReservation}. */
class PortReservationIT {

	@Test
	void whenAPortIsReservedThenAServerCanListenThereAndNoConnectionTakesIt() throws Exception {
		InetAddress loopback = InetAddress.getLoopbackAddress();
		try (PortReservation reservation = new PortReservation()) {
			InetSocketAddress address = new InetSocketAddress(loopback, reservation.reserve(loopback));
			try (Socket connection = new Socket()) {
				assertThatExceptionOfType(BindException.class).isThrownBy(() -> connection.bind(address));
			}
			for (int i = 0; i < 2; i++) {
				try (ServerSocket server = new ServerSocket(address.getPort(), 1, loopback)) {
					assertThat(server.isBound()).isTrue();
				}
			}
		}
	}

}
