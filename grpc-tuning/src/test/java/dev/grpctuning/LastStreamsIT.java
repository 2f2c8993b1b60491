package dev.grpctuning;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Streams that a client opens after the first GOAWAY, as gRPC's does for queued calls.
 */
class LastStreamsIT {

	private static final int DATA = 0;

	static final int HEADERS = 1;

	static final int SETTINGS = 4;

	static final int PING = 6;

	static final int GOAWAY = 7;

	static final int ACK = 1;

	/** Payload of the PING that gRPC sends between its two GOAWAYs. */
	private static final byte[] GRACEFUL_SHUTDOWN = ByteBuffer.allocate(8).putLong(0x97ACEF001L).array();

	static final int END_STREAM = 1;

	private static final int END_HEADERS = 4;

	/** What a client begins with: the preface, and its settings. */
	static final byte[] BEGIN = join("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
			frame(SETTINGS, 0, 0, new byte[0]));

	@ParameterizedTest
	@ValueSource(strings = { "a swap", "connection.max-age=1s" })
	void whenClientOpensAStreamAfterTheFirstGoAwayThenAllItsCallsAreAnswered(String cause) throws IOException {
		boolean swap = cause.equals("a swap");
		try (PlainServer server = PlainServer.start("executor.type=cached", swap ? "connection.max-age=1h" : cause);
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
			CountDownLatch gate = server.greeter().closeGate();
			DataInputStream in = makeCall(server, socket);
			if (swap) {
				server.change("max-concurrent-calls-per-connection=100");
			}
			read(in, GOAWAY, 0);
			OutputStream out = socket.getOutputStream();
			Frame ping = read(in, PING, 0);
			out.write(join(frame(PING, ACK, 0, ping.payload()), call(3)));
			await().until(() -> server.greeter().waiting() == 2);
			gate.countDown();
			List<Integer> ended = new ArrayList<>();
			while (ended.size() < 2) {
				Frame headers = read(in, HEADERS, END_STREAM);
				ended.add(headers.stream());
			}
			assertThat(ended).containsExactlyInAnyOrder(1, 3);
			out.write(frame(PING, ACK, 0, read(in, PING, 0).payload()));
			assertThat(ByteBuffer.wrap(read(in, GOAWAY, 0).payload()).getInt()).isEqualTo(3);
			assertThat(in.read()).isEqualTo(-1);
		}
	}

	@Test
	void whenClientAnswersAPingThatNobodySentThenTheServerSendsNone() throws IOException {
		try (PlainServer server = PlainServer.start("executor.type=cached");
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
			socket.setSoTimeout(60_000);
			byte[] answer = frame(PING, ACK, 0, GRACEFUL_SHUTDOWN);
			OutputStream out = socket.getOutputStream();
			out.write(join(BEGIN, answer));
			out.write(frame(PING, 0, 0, new byte[8]));
			DataInputStream in = new DataInputStream(socket.getInputStream());
			assertThat(read(in, PING, 0).flags()).as("the answer to the client's PING").isEqualTo(ACK);
			CountDownLatch gate = server.greeter().closeGate();
			out.write(call(1));
			await().until(() -> server.greeter().waiting() == 1);
			server.change("max-concurrent-calls-per-connection=100");
			read(in, GOAWAY, 0);
			assertThat(read(in, PING, 0).payload()).isEqualTo(GRACEFUL_SHUTDOWN);
			gate.countDown();
			read(in, HEADERS, END_STREAM);
			out.write(join(answer, answer));
			Frame last = read(in, PING, 0);
			out.write(join(frame(PING, 0, 0, new byte[8]), frame(PING, ACK, 0, last.payload())));
			assertThat(read(in, PING, 0).flags()).as("not the same PING again").isEqualTo(ACK);
			assertThat(ByteBuffer.wrap(read(in, GOAWAY, 0).payload()).getInt()).isEqualTo(1);
		}
	}

	@Test
	void whenADrainingConnectionHasManyShortCallsThenItsControlFramesAreNotTooMany() throws IOException {
		try (PlainServer server = PlainServer.start("executor.type=cached", "connection.max-control-frames=5");
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
			CountDownLatch gate = server.greeter().closeGate();
			DataInputStream in = beginToDrain(server, socket);
			OutputStream out = socket.getOutputStream();
			out.write(frame(PING, ACK, 0, read(in, PING, 0).payload()));
			gate.countDown();
			for (int stream = 3; stream < 23; stream += 2) {
				out.write(join(call(stream), frame(PING, ACK, 0, read(in, PING, 0).payload())));
			}
			out.write(frame(PING, ACK, 0, read(in, PING, 0).payload()));
			assertThat(ByteBuffer.wrap(read(in, GOAWAY, 0).payload()).getInt()).isEqualTo(21);
		}
	}

	/** A client that opens streams faster than it answers would be asked for each. */
	@Test
	void whenClientHasNotAnsweredThenItIsNotAskedAgain() throws IOException {
		try (PlainServer server = PlainServer.start("executor.type=cached");
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
			CountDownLatch gate = server.greeter().closeGate();
			DataInputStream in = beginToDrain(server, socket);
			OutputStream out = socket.getOutputStream();
			out.write(frame(PING, ACK, 0, read(in, PING, 0).payload()));
			gate.countDown();
			byte[] answer = frame(PING, ACK, 0, read(in, PING, 0).payload());
			for (int stream = 3; stream < 9; stream += 2) {
				out.write(call(stream));
				read(in, HEADERS, END_STREAM);
			}
			out.write(frame(PING, 0, 0, new byte[8]));
			assertThat(read(in, PING, 0).flags()).as("the answer to the client's PING").isEqualTo(ACK);
			out.write(answer);
			assertThat(read(in, PING, 0).flags()).as("asks for the later streams").isZero();
			out.write(answer);
			assertThat(ByteBuffer.wrap(read(in, GOAWAY, 0).payload()).getInt()).isEqualTo(7);
		}
	}

	/** Makes call 1, and reads until the first GOAWAY of a swap. */
	private static DataInputStream beginToDrain(PlainServer server, Socket socket) throws IOException {
		DataInputStream in = makeCall(server, socket);
		server.change("max-concurrent-calls-per-connection=100");
		read(in, GOAWAY, 0);
		return in;
	}

	/** Makes call 1, which waits for its gate. */
	private static DataInputStream makeCall(PlainServer server, Socket socket) throws IOException {
		socket.setSoTimeout(60_000);
		OutputStream out = socket.getOutputStream();
		out.write(BEGIN);
		out.write(call(1));
		await().until(() -> server.greeter().waiting() == 1);
		return new DataInputStream(socket.getInputStream());
	}

	/** Reads up to a frame of a type that has these flags. */
	static Frame read(DataInputStream in, int type, int flags) throws IOException {
		while (true) {
			int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
			Frame frame = new Frame(in.readUnsignedByte(), in.readUnsignedByte(), in.readInt(), in.readNBytes(length));
			if (frame.type() == type && (frame.flags() & flags) == flags) {
				return frame;
			}
		}
	}

	/** Frames of a whole call. */
	static byte[] call(int stream) throws IOException {
		ByteArrayOutputStream block = new ByteArrayOutputStream();
		// Of HPACK's static table: POST, http, :path, :authority and content-type.
		block.write(0x83);
		block.write(0x86);
		block.write(0x04);
		writeText(block, "/" + HelloServiceGrpc.getSayHelloMethod().getFullMethodName());
		block.write(0x01);
		writeText(block, "localhost");
		block.write(new byte[] { 0x0f, 0x10 });
		writeText(block, "application/grpc");
		block.write(0);
		writeText(block, "te");
		writeText(block, "trailers");
		return join(frame(HEADERS, END_HEADERS, stream, block.toByteArray()),
				frame(DATA, END_STREAM, stream, new byte[5]));
	}

	private static void writeText(ByteArrayOutputStream block, String text) throws IOException {
		byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
		block.write(bytes.length);
		block.write(bytes);
	}

	static byte[] frame(int type, int flags, int stream, byte[] payload) {
		return ByteBuffer.allocate(9 + payload.length)
			.put((byte) 0)
			.putShort((short) payload.length)
			.put((byte) type)
			.put((byte) flags)
			.putInt(stream)
			.put(payload)
			.array();
	}

	private static byte[] join(byte[] first, byte[] second) {
		return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
	}

	record Frame(int type, int flags, int stream, byte[] payload) {
	}

}
