package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

/**
 * How long messages were on average, those of the warm-up included: compressed if they
 * are, and without the five bytes that gRPC puts before each.
 *
 * @param requestBytes mean size of a request message, or {@code null} if there was none
 * @param responseBytes mean size of a response message, or {@code null} if there was none
 */
public record MessageSizes(@Nullable Double requestBytes, @Nullable Double responseBytes) {
}
