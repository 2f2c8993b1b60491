package dev.grpctuning.autoconfigure.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import org.jspecify.annotations.Nullable;

/**
 * A port that no other process gets. Its socket does not listen, so servers of this
 * process can: they allow the reuse of addresses, as this socket does.
 */
final class PortReservation implements AutoCloseable {

	private final Socket socket = new Socket();

	/**
	 * Reserves a port that is free.
	 * @param address address to listen on, {@code null} for all
	 */
	int reserve(@Nullable InetAddress address) {
		try {
			this.socket.setReuseAddress(true);
			this.socket.bind(new InetSocketAddress(address, 0));
			return this.socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
