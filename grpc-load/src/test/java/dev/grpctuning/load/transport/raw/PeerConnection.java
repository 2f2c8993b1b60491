package dev.grpctuning.load.transport.raw;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The server's side of one connection, byte for byte: it does nothing that the test does
 * not tell it.
 */
final class PeerConnection implements AutoCloseable {

	private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

	private final Socket socket;

	private final DataInputStream in;

	private final DataOutputStream out;

	PeerConnection(Socket socket) throws IOException {
		this.socket = socket;
		this.in = new DataInputStream(socket.getInputStream());
		this.out = new DataOutputStream(socket.getOutputStream());
	}

	/** Reads what every client begins with: the preface and its SETTINGS. */
	PeerFrame readBeginning() throws IOException {
		byte[] preface = new byte[PREFACE.length];
		this.in.readFully(preface);
		assertThat(preface).isEqualTo(PREFACE);
		PeerFrame settings = read();
		assertThat(settings.type()).isEqualTo(PeerFrame.SETTINGS);
		return settings;
	}

	PeerFrame read() throws IOException {
		int length = this.in.readUnsignedByte() << 16 | this.in.readUnsignedShort();
		int type = this.in.readUnsignedByte();
		int flags = this.in.readUnsignedByte();
		int streamId = this.in.readInt();
		byte[] payload = new byte[length];
		this.in.readFully(payload);
		return new PeerFrame(type, flags, streamId, payload);
	}

	/** Reads on up to a frame of a type. What is not of a stream is passed over. */
	PeerFrame next(int type) throws IOException {
		PeerFrame frame = read();
		while (frame.type() != type && frame.streamId() == 0) {
			frame = read();
		}
		assertThat(frame.type()).as("type of %s", frame).isEqualTo(type);
		return frame;
	}

	/** Reads a whole request whose header block is in one frame. */
	int nextRequest() throws IOException {
		PeerFrame headers = next(PeerFrame.HEADERS);
		PeerFrame data = next(PeerFrame.DATA);
		assertThat(data.streamId()).isEqualTo(headers.streamId());
		assertThat(data.has(PeerFrame.END_STREAM)).isTrue();
		return headers.streamId();
	}

	/**
	 * Sends a PING and reads up to its answer: the client has dealt with everything that
	 * was sent before.
	 * @return whether nothing came before the answer but what is not of a stream
	 */
	boolean isQuiet() throws IOException {
		ping(42);
		PeerFrame frame = read();
		while (!(frame.type() == PeerFrame.PING && frame.has(PeerFrame.ACK))) {
			if (frame.streamId() != 0) {
				return false;
			}
			frame = read();
		}
		return true;
	}

	/** Reads up to the end of the connection. */
	void awaitEnd() throws IOException {
		try {
			while (true) {
				read();
			}
		}
		catch (EOFException | SocketException ex) {
			// The client has closed it.
		}
	}

	void send(int type, int flags, int streamId, byte... payload) throws IOException {
		sendBytes(frame(type, flags, streamId, payload));
	}

	static byte[] frame(int type, int flags, int streamId, byte... payload) {
		return ByteBuffer.allocate(9 + payload.length)
			.putInt(payload.length << Byte.SIZE | type)
			.put((byte) flags)
			.putInt(streamId)
			.put(payload)
			.array();
	}

	void sendBytes(byte... bytes) throws IOException {
		this.out.write(bytes);
		this.out.flush();
	}

	/** Sends SETTINGS. */
	void settings(int... settings) throws IOException {
		ByteBuffer payload = ByteBuffer.allocate(settings.length * 3);
		for (int i = 0; i < settings.length; i += 2) {
			payload.putShort((short) settings[i]).putInt(settings[i + 1]);
		}
		send(PeerFrame.SETTINGS, 0, 0, payload.array());
	}

	void ping(long data) throws IOException {
		send(PeerFrame.PING, 0, 0, ByteBuffer.allocate(Long.BYTES).putLong(data).array());
	}

	void windowUpdate(int streamId, int bytes) throws IOException {
		send(PeerFrame.WINDOW_UPDATE, 0, streamId, ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array());
	}

	void reset(int streamId, int errorCode) throws IOException {
		send(PeerFrame.RST_STREAM, 0, streamId, ByteBuffer.allocate(Integer.BYTES).putInt(errorCode).array());
	}

	void goAway(int lastStreamId, int errorCode, String debug) throws IOException {
		byte[] text = debug.getBytes(StandardCharsets.UTF_8);
		send(PeerFrame.GOAWAY, 0, 0,
				ByteBuffer.allocate(8 + text.length).putInt(lastStreamId).putInt(errorCode).put(text).array());
	}

	void headers(int streamId, HeaderBlock block) throws IOException {
		send(PeerFrame.HEADERS, PeerFrame.END_HEADERS, streamId, block.bytes());
	}

	void trailers(int streamId, HeaderBlock block) throws IOException {
		send(PeerFrame.HEADERS, PeerFrame.END_HEADERS | PeerFrame.END_STREAM, streamId, block.bytes());
	}

	void data(int streamId, byte... payload) throws IOException {
		send(PeerFrame.DATA, 0, streamId, payload);
	}

	/** Answers a unary call with status OK. */
	void answer(int streamId) throws IOException {
		headers(streamId, HeaderBlock.response());
		data(streamId, message(3));
		trailers(streamId, HeaderBlock.trailers(0));
	}

	/** A gRPC message. */
	static byte[] message(int length) {
		return ByteBuffer.allocate(5 + length).put((byte) 0).putInt(length).array();
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

	/** Closes the connection so that the client is told of a reset. */
	void abort() throws IOException {
		this.socket.setSoLinger(true, 0);
		this.socket.close();
	}

}
