package dev.grpctuning.load.transport.raw;

import java.nio.ByteBuffer;

/** A frame as it was on the wire. */
record PeerFrame(int type, int flags, int streamId, byte[] payload) {

	static final int DATA = 0;

	static final int HEADERS = 1;

	static final int PRIORITY = 2;

	static final int RST_STREAM = 3;

	static final int SETTINGS = 4;

	static final int PUSH_PROMISE = 5;

	static final int PING = 6;

	static final int GOAWAY = 7;

	static final int WINDOW_UPDATE = 8;

	static final int CONTINUATION = 9;

	static final int END_STREAM = 0x1;

	static final int ACK = 0x1;

	static final int END_HEADERS = 0x4;

	static final int PADDED = 0x8;

	static final int PRIORITIZED = 0x20;

	/**
	 * The 32 bits that the payload begins with: an error code, a window's increment or a
	 * last stream.
	 */
	int firstInt() {
		return ByteBuffer.wrap(this.payload).getInt();
	}

	/** The 32 bits after those: the error code of GOAWAY. */
	int secondInt() {
		return ByteBuffer.wrap(this.payload).getInt(Integer.BYTES);
	}

	boolean has(int flag) {
		return (this.flags & flag) != 0;
	}

}
