package dev.grpctuning;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.connection.ConnectionSettings;
import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.transport.EventLoopSettings;

/**
 * What a server is built with. {@code null} leaves the framework's default alone.
 *
 * @param eventLoops the server's own event loops
 * @param flowControlWindow the HTTP/2 window for requests
 * @param maxConcurrentCallsPerConnection open calls that one connection may have
 * @param connections keepalive, idle time and age of connections
 * @param maxInboundMessageBytes size of the greatest message that is taken
 * @param maxInboundMetadataBytes size of the greatest metadata that are taken
 * @param plainExecutor what handlers run on if it cannot be exchanged while the server
 * runs
 * @param dispatch whether each call is given its executor, or refused, when it comes
 * @param liveServices whether services can be withdrawn and put back
 * @param metrics whether it is measured
 */
public record ServerSettings(@Nullable EventLoopSettings eventLoops, @Nullable FlowControlWindow flowControlWindow,
		@Nullable Integer maxConcurrentCallsPerConnection, ConnectionSettings connections,
		@Nullable Integer maxInboundMessageBytes, @Nullable Integer maxInboundMetadataBytes,
		@Nullable ExecutorSettings plainExecutor, boolean dispatch, boolean liveServices, boolean metrics) {

	/** The server is built as its framework builds it. */
	public static final ServerSettings NONE = new ServerSettings(null, null, null, ConnectionSettings.NONE, null, null,
			null, false, false, true);

}
