package dev.grpctuning.hello.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

import io.grpc.Drainable;
import io.grpc.KnownLength;

/** A written message, which gRPC sends without another copy. */
final class MessageBytes extends ByteArrayInputStream implements Drainable, KnownLength {

	MessageBytes(byte[] bytes) {
		this(bytes, bytes.length);
	}

	MessageBytes(byte[] buffer, int length) {
		super(buffer, 0, length);
	}

	/** The inherited method copies the bytes for a target that it does not know. */
	@Override
	public int drainTo(OutputStream target) throws IOException {
		int length = available();
		target.write(this.buf, this.pos, length);
		this.pos += length;
		return length;
	}

}
