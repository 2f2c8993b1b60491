package dev.grpctuning.load.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.google.common.util.concurrent.Uninterruptibles;

/** Passes bytes on between a client and a server on loopback, if wanted after a while. */
final class SlowLink implements AutoCloseable {

	private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	volatile Duration toServer = Duration.ZERO;

	volatile Duration toClient = Duration.ZERO;

	SlowLink(int serverPort) throws IOException {
		Thread.ofPlatform().daemon().start(() -> {
			try {
				while (true) {
					Socket client = this.listener.accept();
					Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
					this.sockets.addAll(List.of(client, server));
					Thread.ofPlatform().daemon().start(() -> copy(client, server, true));
					Thread.ofPlatform().daemon().start(() -> copy(server, client, false));
				}
			}
			catch (IOException ex) {
				// The test has ended.
			}
		});
	}

	private void copy(Socket from, Socket to, boolean forServer) {
		try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
			to.setTcpNoDelay(true);
			byte[] bytes = new byte[64 * 1024];
			for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
				Uninterruptibles.sleepUninterruptibly(forServer ? this.toServer : this.toClient);
				out.write(bytes, 0, length);
			}
		}
		catch (IOException ex) {
			// One side has ended.
		}
	}

	/** Connections so far. */
	int connections() {
		return this.sockets.size() / 2;
	}

	/** Closes one connection. */
	void cut() {
		try {
			this.sockets.getLast().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	int port() {
		return this.listener.getLocalPort();
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

}
