package dev.grpctuning.attack;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A port that takes what it is sent, and does nothing with it. */
final class Sink implements AutoCloseable {

	private final ServerSocket socket = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());

	Sink() throws IOException {
		Thread.ofVirtual().start(() -> {
			try {
				while (true) {
					Socket client = this.socket.accept();
					Thread.ofVirtual().start(() -> drain(client));
				}
			}
			catch (IOException ex) {
				// It is closed.
			}
		});
	}

	private static void drain(Socket client) {
		try (client) {
			client.getInputStream().transferTo(OutputStream.nullOutputStream());
		}
		catch (IOException ex) {
			// The client has left.
		}
	}

	int port() {
		return this.socket.getLocalPort();
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
