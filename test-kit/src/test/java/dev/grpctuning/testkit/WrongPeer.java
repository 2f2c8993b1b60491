package dev.grpctuning.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A peer that is not a gRPC server. */
public final class WrongPeer implements AutoCloseable {

	private final ServerSocket socket;

	/** Keeps a reference, because the next garbage collection would close the socket. */
	private final List<Socket> held = new CopyOnWriteArrayList<>();

	private WrongPeer(Meeting accepted) throws IOException {
		this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		start(() -> accept(accepted));
	}

	public static WrongPeer onAccept(Meeting meeting) throws IOException {
		return new WrongPeer(meeting);
	}

	/**
	 * Starts a peer that does something with each connection on which the client has
	 * begun to speak: the first one only looks whether somebody listens.
	 */
	public static WrongPeer onFirstByte(Meeting meeting) throws IOException {
		return new WrongPeer((connection) -> {
			if (connection.getInputStream().read() >= 0) {
				meeting.meet(connection);
			}
		});
	}

	public static void reset(Socket connection) throws IOException {
		connection.setSoLinger(true, 0);
		connection.close();
	}

	private void accept(Meeting accepted) {
		while (!this.socket.isClosed()) {
			try {
				Socket connection = this.socket.accept();
				this.held.add(connection);
				start(() -> {
					try {
						accepted.meet(connection);
					}
					catch (IOException ex) {
						// The client has gone.
					}
				});
			}
			catch (IOException ex) {
				// The test is over.
			}
		}
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		thread.start();
	}

	public String address() {
		return "127.0.0.1" + ":" + this.socket.getLocalPort();
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
		for (Socket connection : this.held) {
			connection.close();
		}
	}

	/** Handles a connection of the peer. */
	@FunctionalInterface
	public interface Meeting {

		void meet(Socket connection) throws IOException;

	}

}
