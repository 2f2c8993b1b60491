package dev.grpctuning.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.grpctuning.load.target.TargetAddress;

/**
 * Stands between a client and a server, until it is told to hold all connections, further
 * ones too, and to let no byte through any more.
 */
final class HeldProxy implements AutoCloseable {

	private final TargetAddress server;

	private final ServerSocket socket;

	private final List<Socket> held = new CopyOnWriteArrayList<>();

	private volatile boolean holding;

	HeldProxy(TargetAddress server) throws IOException {
		this.server = server;
		this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		Thread.startVirtualThread(this::accept);
	}

	TargetAddress address() {
		return new TargetAddress("127.0.0.1", this.socket.getLocalPort());
	}

	void hold() {
		this.holding = true;
	}

	private void accept() {
		while (!this.socket.isClosed()) {
			try {
				Socket client = this.socket.accept();
				this.held.add(client);
				if (!this.holding) {
					Socket behind = new Socket(this.server.hostName(), this.server.port());
					this.held.add(behind);
					Thread.startVirtualThread(() -> copy(client, behind));
					Thread.startVirtualThread(() -> copy(behind, client));
				}
			}
			catch (IOException ex) {
				// The test is over.
			}
		}
	}

	private void copy(Socket from, Socket to) {
		byte[] bytes = new byte[8192];
		try {
			InputStream in = from.getInputStream();
			for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
				if (!this.holding) {
					to.getOutputStream().write(bytes, 0, length);
				}
			}
			if (!this.holding) {
				to.close();
			}
		}
		catch (IOException ex) {
			// One of both has gone.
		}
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
		for (Socket connection : this.held) {
			connection.close();
		}
	}

}
