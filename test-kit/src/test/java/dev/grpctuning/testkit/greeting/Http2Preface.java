package dev.grpctuning.testkit.greeting;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Opens an HTTP/2 connection just far enough to read the server's first SETTINGS frame.
 */
public final class Http2Preface {

	public static final int MAX_CONCURRENT_STREAMS = 3;

	public static final int INITIAL_WINDOW_SIZE = 4;

	private static final int SETTINGS = 4;

	private static final byte[] EMPTY_SETTINGS_FRAME = { 0, 0, 0, SETTINGS, 0, 0, 0, 0, 0 };

	private Http2Preface() {
	}

	public static Map<Integer, Long> serverSettings(int port) throws IOException {
		try (Socket socket = new Socket("127.0.0.1", port)) {
			socket.setSoTimeout(60_000);
			socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			socket.getOutputStream().write(EMPTY_SETTINGS_FRAME);
			DataInputStream in = new DataInputStream(socket.getInputStream());
			int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
			if (in.readUnsignedByte() != SETTINGS) {
				throw new IOException("The first frame is not a SETTINGS frame");
			}
			in.skipNBytes(5);
			Map<Integer, Long> settings = new TreeMap<>();
			for (int i = 0; i < length; i += 6) {
				settings.put(in.readUnsignedShort(), Integer.toUnsignedLong(in.readInt()));
			}
			return settings;
		}
	}

}
