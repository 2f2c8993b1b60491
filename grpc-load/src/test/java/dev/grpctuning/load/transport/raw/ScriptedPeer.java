package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.grpctuning.load.transport.TargetAddress;

/** A server on a loopback port that says what the test tells it, and nothing else. */
final class ScriptedPeer implements AutoCloseable {

	private static final int TIMEOUT_MILLIS = 10_000;

	private final ServerSocket socket;

	private final List<PeerConnection> connections = new ArrayList<>();

	ScriptedPeer() {
		this("127.0.0.1", 0);
	}

	ScriptedPeer(String address, int port) {
		this(address, port, 0);
	}

	private ScriptedPeer(String address, int port, int receiveBuffer) {
		try {
			this.socket = new ServerSocket();
			if (receiveBuffer > 0) {
				this.socket.setReceiveBufferSize(receiveBuffer);
			}
			this.socket.bind(new InetSocketAddress(InetAddress.getByName(address), port), 5);
			this.socket.setSoTimeout(TIMEOUT_MILLIS);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A server whose kernel takes few bytes that it has not read. */
	static ScriptedPeer withReceiveBuffer(int bytes) {
		return new ScriptedPeer("127.0.0.1", 0, bytes);
	}

	TargetAddress address() {
		return new TargetAddress("127.0.0.1", this.socket.getLocalPort());
	}

	/** Waits for the next connection. */
	PeerConnection accept() throws IOException {
		Socket accepted = this.socket.accept();
		accepted.setSoTimeout(TIMEOUT_MILLIS);
		accepted.setTcpNoDelay(true);
		PeerConnection connection = new PeerConnection(accepted);
		this.connections.add(connection);
		return connection;
	}

	/** Waits for the next connection, reads how it begins and answers with SETTINGS. */
	PeerConnection acceptReady(int... settings) throws IOException {
		PeerConnection connection = accept();
		connection.readBeginning();
		connection.settings(settings);
		connection.send(PeerFrame.SETTINGS, PeerFrame.ACK, 0);
		return connection;
	}

	/** Refuses further connections. */
	void refuse() throws IOException {
		this.socket.close();
	}

	/** Whether there is one more connection within some time. */
	boolean acceptsWithin(Duration time) throws IOException {
		this.socket.setSoTimeout((int) time.toMillis());
		try (Socket accepted = this.socket.accept()) {
			return accepted.isConnected();
		}
		catch (SocketTimeoutException ex) {
			return false;
		}
	}

	@Override
	public void close() throws IOException {
		for (PeerConnection connection : this.connections) {
			connection.close();
		}
		this.socket.close();
	}

}
