package dev.grpctuning.attack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Connections that are of no use to anybody. */
final class HostileConnections {

	private HostileConnections() {
	}

	/**
	 * Keeps connections open after what each of them begins with. It opens 10,000 a
	 * second at most.
	 */
	static void keep(int port, BooleanSupplier goesOn, int count, Consumer<Http2Socket> beginning) throws IOException {
		List<Http2Socket> sockets = new ArrayList<>();
		try {
			for (int i = 0; i < count && goesOn.getAsBoolean(); i++) {
				Http2Socket socket = new Http2Socket(port);
				sockets.add(socket);
				beginning.accept(socket);
				socket.flush();
				if (i % 100 == 99) {
					pause();
				}
			}
			await(goesOn);
		}
		finally {
			for (Http2Socket socket : sockets) {
				socket.close();
			}
		}
	}

	/** Opens connections that send the same bytes, one after another. */
	static void repeat(int port, BooleanSupplier goesOn, byte[] bytes) throws IOException {
		while (goesOn.getAsBoolean()) {
			try (Http2Socket socket = new Http2Socket(port)) {
				socket.bytes(bytes).flush();
				pause();
			}
		}
	}

	/** A ClientHello of the JDK that asks for HTTP/2. */
	static byte[] clientHello() throws IOException {
		try {
			SSLEngine engine = SSLContext.getDefault().createSSLEngine();
			SSLParameters parameters = engine.getSSLParameters();
			parameters.setApplicationProtocols(new String[] { "h2" });
			engine.setSSLParameters(parameters);
			engine.setUseClientMode(true);
			ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
			engine.wrap(ByteBuffer.allocate(0), hello);
			byte[] bytes = new byte[hello.flip().remaining()];
			hello.get(bytes);
			return bytes;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static void await(BooleanSupplier goesOn) {
		while (goesOn.getAsBoolean()) {
			pause();
		}
	}

	static void pause() {
		LockSupport.parkNanos(10_000_000);
	}

}
