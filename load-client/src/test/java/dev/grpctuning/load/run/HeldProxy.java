package dev.grpctuning.load.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.WrongPeer;

/**
 * Stands between a client and a server, until it is told to hold all connections, further
 * ones too, and to let no byte through any more.
 */
final class HeldProxy implements AutoCloseable {

	private final String server;

	private final WrongPeer clients;

	private final List<Socket> held = new CopyOnWriteArrayList<>();

	private volatile boolean holding;

	HeldProxy(String server) throws IOException {
		this.server = server;
		this.clients = WrongPeer.onAccept(this::connect);
	}

	String address() {
		return this.clients.address();
	}

	void hold() {
		this.holding = true;
	}

	private void connect(Socket client) throws IOException {
		if (!this.holding) {
			Socket behind = new Socket("127.0.0.1", TargetAddress.parse(this.server).port());
			this.held.add(behind);
			Thread.startVirtualThread(() -> copy(client, behind));
			copy(behind, client);
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
		this.clients.close();
		for (Socket connection : this.held) {
			connection.close();
		}
	}

}
