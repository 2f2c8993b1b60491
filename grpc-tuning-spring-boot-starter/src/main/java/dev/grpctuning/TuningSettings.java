package dev.grpctuning;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.transport.EventLoopSettings;

/**
 * How a gRPC server is tuned. {@code null} leaves the framework's default alone.
 *
 * @param eventLoops the server's own event loops
 * @param executor what handlers run on
 * @param flowControlWindow the HTTP/2 window for requests
 * @param maxConcurrentCallsPerConnection open calls that one connection may have
 */
public record TuningSettings(@Nullable EventLoopSettings eventLoops, @Nullable ExecutorSettings executor,
		@Nullable FlowControlWindow flowControlWindow, @Nullable Integer maxConcurrentCallsPerConnection) {

}
