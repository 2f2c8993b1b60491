package dev.grpctuning.load.transport.raw;

import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/**
 * Options of all connections of the raw engine.
 *
 * @param userAgent precedes the engine's own name in {@code user-agent}
 * @param authority the server's name instead of its address, which its certificate must
 * have
 * @param tls TLS settings, or {@code null} for plaintext
 */
public record RawOptions(int maxInboundMessageBytes, int maxInboundMetadataBytes, @Nullable String userAgent,
		@Nullable String authority, @Nullable SslContext tls) {

	/** grpc-java's limit for messages. */
	public static final int DEFAULT_MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

	/** grpc-java's limit for metadata. */
	public static final int DEFAULT_MAX_METADATA_BYTES = 8 * 1024;

	/** Plaintext with the limits of grpc-java. */
	public static final RawOptions PLAINTEXT = new RawOptions(DEFAULT_MAX_MESSAGE_BYTES, DEFAULT_MAX_METADATA_BYTES,
			null, null, null);

	public RawOptions {
		if (maxInboundMessageBytes < 0) {
			throw new IllegalArgumentException(
					"maxInboundMessageBytes: " + maxInboundMessageBytes + " (expected: >= 0)");
		}
		if (maxInboundMetadataBytes < 1) {
			throw new IllegalArgumentException(
					"maxInboundMetadataBytes: " + maxInboundMetadataBytes + " (expected: >= 1)");
		}
	}

}
