package dev.grpctuning.testkit;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback address. */
public final class Ports {

	/**
	 * Linux takes the ports of outgoing connections, and those of servers that ask for
	 * any port, from 32768 on. A port below stays free until a test uses it.
	 */
	private static final int LOWEST = 15_000;

	private static final int HIGHEST = 32_000;

	/**
	 * Hold the numbers of the ports in UDP as long as the JVM lives, so that no other JVM
	 * with tests gets them.
	 */
	private static final Queue<DatagramSocket> RESERVED = new ConcurrentLinkedQueue<>();

	private Ports() {
	}

	public static int free() {
		IOException last = null;
		for (int i = 0; i < 100; i++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
			try {
				RESERVED.add(new DatagramSocket(port, InetAddress.getLoopbackAddress()));
				listen(port).close();
				return port;
			}
			catch (IOException ex) {
				last = ex;
			}
		}
		throw new IllegalStateException("no free port between %d and %d".formatted(LOWEST, HIGHEST), last);
	}

	/** A socket that holds a port, and whose connections nobody answers. */
	public static ServerSocket taken() throws IOException {
		return listen(0);
	}

	private static ServerSocket listen(int port) throws IOException {
		return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
	}

}
