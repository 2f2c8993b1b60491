package dev.grpctuning.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A client that writes any frames of HTTP/2, one socket and one writer. Frames are
 * gathered until they are {@linkplain #flush() flushed}.
 */
final class Http2Socket implements AutoCloseable {

	static final int DATA = 0;

	static final int HEADERS = 1;

	static final int RST_STREAM = 3;

	static final int SETTINGS = 4;

	static final int PING = 6;

	static final int CONTINUATION = 9;

	static final int ACK = 1;

	static final int END_STREAM = 1;

	static final int END_HEADERS = 4;

	/** The well-behaved client connects from 127.0.0.1. */
	private static final String ADDRESS = "127.0.0.2";

	static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

	private static final int INITIAL_WINDOW_SIZE = 4;

	private final Socket socket = new Socket();

	private final OutputStream out;

	private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();

	Http2Socket(int port) throws IOException {
		this.socket.bind(new InetSocketAddress(ADDRESS, 0));
		this.socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
		this.socket.setTcpNoDelay(true);
		this.out = this.socket.getOutputStream();
	}

	/** Begins HTTP/2 and reads nothing. */
	static Http2Socket open(int port) throws IOException {
		Http2Socket socket = new Http2Socket(port).begin(-1);
		socket.flush();
		return socket;
	}

	/**
	 * Begins HTTP/2.
	 * @param window bytes of each response that the server may send, or -1 for its
	 * default
	 */
	Http2Socket begin(int window) {
		bytes(PREFACE);
		return frame(SETTINGS, 0, 0, (window < 0) ? new byte[0]
				: ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE).putInt(window).array());
	}

	/** Throws away what the server sends, until it hangs up. */
	Http2Socket readAll() {
		Thread reader = new Thread(() -> {
			try (InputStream in = this.socket.getInputStream()) {
				byte[] buffer = new byte[64 << 10];
				while (in.read(buffer) >= 0) {
					Thread.onSpinWait();
				}
			}
			catch (IOException ex) {
				// It has hung up.
			}
		}, "attack-reader");
		reader.setDaemon(true);
		reader.start();
		return this;
	}

	Http2Socket bytes(byte[] bytes) {
		this.gathered.writeBytes(bytes);
		return this;
	}

	Http2Socket frame(int type, int flags, int stream, byte[] payload) {
		this.gathered.writeBytes(ByteBuffer.allocate(9)
			.put((byte) (payload.length >> 16))
			.putShort((short) payload.length)
			.put((byte) type)
			.put((byte) flags)
			.putInt(stream)
			.array());
		this.gathered.writeBytes(payload);
		return this;
	}

	/** Begins a call of the hello service. */
	Http2Socket call(int stream, int flags, byte[] headers) {
		return frame(HEADERS, flags, stream, headers);
	}

	/** A message of gRPC's framing. */
	Http2Socket message(int stream, int flags, byte[] message) {
		int frame = 16 << 10;
		byte[] framed = ByteBuffer.allocate(5 + message.length)
			.put((byte) 0)
			.putInt(message.length)
			.put(message)
			.array();
		for (int from = 0; from < framed.length; from += frame) {
			int length = Math.min(frame, framed.length - from);
			frame(DATA, (from + length == framed.length) ? flags : 0, stream,
					ByteBuffer.allocate(length).put(framed, from, length).array());
		}
		return this;
	}

	/** Sends what was gathered; fails if the server has hung up. */
	void flush() throws IOException {
		this.gathered.writeTo(this.out);
		this.gathered.reset();
	}

	/** Headers of a call of {@code hello.v1.HelloService/SayHello}, with one more. */
	static byte[] headers(String name, String value) {
		ByteArrayOutputStream block = new ByteArrayOutputStream();
		header(block, ":method", "POST");
		header(block, ":scheme", "http");
		header(block, ":path", "/hello.v1.HelloService/SayHello");
		header(block, ":authority", "localhost");
		header(block, "te", "trailers");
		header(block, "content-type", "application/grpc");
		header(block, name, value);
		return block.toByteArray();
	}

	/**
	 * Literal header field without indexing (RFC 7541, 6.2.2), without Huffman coding.
	 */
	static void header(ByteArrayOutputStream block, String name, String value) {
		block.write(0);
		string(block, name);
		string(block, value);
	}

	private static void string(ByteArrayOutputStream block, String text) {
		int rest = text.length();
		if (rest < 127) {
			block.write(rest);
		}
		else {
			block.write(127);
			for (rest -= 127; rest >= 128; rest >>= 7) {
				block.write(rest & 127 | 128);
			}
			block.write(rest);
		}
		block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
