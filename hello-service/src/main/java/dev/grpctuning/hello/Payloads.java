package dev.grpctuning.hello;

import com.google.protobuf.ByteString;

/**
 * Payloads of any size, cut from a shared one, so that a large response allocates little.
 */
final class Payloads {

	static final int MAX_BYTES = 16 * 1024 * 1024;

	private static final ByteString ALL = all();

	private Payloads() {
	}

	static ByteString ofSize(int bytes) {
		return ALL.substring(0, bytes);
	}

	/** A rope that repeats one small block. */
	private static ByteString all() {
		ByteString all = ByteString.copyFrom(new byte[64 * 1024]);
		while (all.size() < MAX_BYTES) {
			all = all.concat(all);
		}
		return all;
	}

}
