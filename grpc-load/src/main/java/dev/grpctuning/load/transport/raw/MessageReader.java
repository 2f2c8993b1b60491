package dev.grpctuning.load.transport.raw;

import io.grpc.Status;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Follows the messages of a response, which may begin and end anywhere in DATA frames.
 * Only their prefixes are read: a flag and a length.
 */
final class MessageReader {

	private static final int PREFIX_BYTES = 5;

	private static final int COMPRESSED = 1;

	private final int maxMessageBytes;

	private long prefix;

	private int prefixBytes;

	private int remaining;

	private long messages;

	private long bytes;

	MessageReader(int maxMessageBytes) {
		this.maxMessageBytes = maxMessageBytes;
	}

	/** Reads a DATA frame's content, and returns the status if the call fails by it. */
	@Nullable Status read(ByteBuf in, int length, @Nullable String encoding) {
		int left = length;
		while (left > 0) {
			if (this.remaining > 0) {
				int body = Math.min(left, this.remaining);
				in.skipBytes(body);
				left -= body;
				this.remaining -= body;
			}
			else {
				left -= readPrefix(in, left);
				if (this.prefixBytes == PREFIX_BYTES) {
					Status failure = begin(encoding);
					if (failure != null) {
						return failure;
					}
				}
			}
		}
		return null;
	}

	private int readPrefix(ByteBuf in, int left) {
		if (this.prefixBytes == 0 && left >= PREFIX_BYTES) {
			this.prefix = (long) in.readByte() << Integer.SIZE | in.readUnsignedInt();
			this.prefixBytes = PREFIX_BYTES;
			return PREFIX_BYTES;
		}
		this.prefix = ((this.prefixBytes != 0) ? this.prefix << Byte.SIZE : 0) | in.readUnsignedByte();
		this.prefixBytes++;
		return 1;
	}

	private @Nullable Status begin(@Nullable String encoding) {
		int flags = (int) (this.prefix >>> Integer.SIZE) & 0xFF;
		int length = (int) this.prefix;
		if ((flags & ~COMPRESSED) != 0) {
			return Status.INTERNAL.withDescription(
					"the prefix of a gRPC message begins with %d, and only 0 and 1 are allowed".formatted(flags));
		}
		if (flags == COMPRESSED && (encoding == null || encoding.equals("identity"))) {
			return Status.INTERNAL
				.withDescription("a gRPC message is compressed, but the response has no grpc-encoding");
		}
		if (length < 0 || length > this.maxMessageBytes) {
			return Status.RESOURCE_EXHAUSTED.withDescription("gRPC message exceeds maximum size %d: %d"
				.formatted(this.maxMessageBytes, Integer.toUnsignedLong(length)));
		}
		this.prefixBytes = 0;
		this.remaining = length;
		this.messages++;
		this.bytes += length;
		return null;
	}

	long messages() {
		return this.messages;
	}

	long wholeMessages() {
		return (this.remaining > 0) ? this.messages - 1 : this.messages;
	}

	long bytes() {
		return this.bytes;
	}

	boolean insideMessage() {
		return this.remaining > 0 || this.prefixBytes > 0;
	}

}
