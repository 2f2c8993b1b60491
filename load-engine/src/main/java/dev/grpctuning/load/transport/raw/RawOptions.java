package dev.grpctuning.load.engine.raw;

import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/**
 * What goes for every connection of the raw engine, whatever the plan.
 *
 * @param maxInboundMessageBytes longest message that is accepted
 * @param maxInboundMetadataBytes longest header list that is accepted
 * @param userAgent what stands before the engine's own name in {@code user-agent}
 * @param authority what the server is called in place of its address; with TLS its
 * certificate must have that name
 * @param tls how TLS is spoken, or {@code null} for plaintext
 */
public record RawOptions(int maxInboundMessageBytes, int maxInboundMetadataBytes, @Nullable String userAgent,
		@Nullable String authority, @Nullable SslContext tls) {

	/**
	 * The limit of grpc-java for messages, in bytes.
	 */
	public static final int DEFAULT_MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

	/**
	 * The limit of grpc-java for metadata, in bytes.
	 */
	public static final int DEFAULT_MAX_METADATA_BYTES = 8 * 1024;

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
