package dev.grpctuning.load.transport.raw;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A header block of literals, which stand for themselves. */
final class HeaderBlock {

	private final ByteArrayOutputStream block = new ByteArrayOutputStream();

	/**
	 * A block that empties the dynamic table first, as one must that follows on the
	 * client's SETTINGS.
	 */
	static HeaderBlock first() {
		return new HeaderBlock().raw(0x20);
	}

	/** The headers of a response as gRPC servers send them. */
	static HeaderBlock response() {
		return first().with(":status", "200").with("content-type", "application/grpc");
	}

	static HeaderBlock trailers(int status) {
		return new HeaderBlock().with("grpc-status", Integer.toString(status));
	}

	HeaderBlock raw(int... bytes) {
		for (int value : bytes) {
			this.block.write(value);
		}
		return this;
	}

	HeaderBlock with(String name, String value) {
		this.block.write(0);
		string(name);
		string(value);
		return this;
	}

	private void string(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
		if (bytes.length < 127) {
			this.block.write(bytes.length);
		}
		else {
			this.block.write(127);
			int rest = bytes.length - 127;
			while (rest >= 128) {
				this.block.write(rest % 128 + 128);
				rest /= 128;
			}
			this.block.write(rest);
		}
		this.block.writeBytes(bytes);
	}

	byte[] bytes() {
		return this.block.toByteArray();
	}

}
