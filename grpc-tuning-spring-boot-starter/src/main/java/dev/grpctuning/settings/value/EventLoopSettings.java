package dev.grpctuning.settings.value;

import org.jspecify.annotations.Nullable;

/**
 * Event loops of a server.
 *
 * @param transport the transport, never {@link Transport#AUTO}
 * @param bossThreads number of threads that accept connections; gRPC uses one
 * @param workerThreads number of threads that read and write connections, {@code null}
 * for gRPC's default
 * @param minWorkerThreads minimum of a number of active worker threads that follows their
 * utilization, {@code null} for a fixed number
 * @param maxWorkerThreads maximum of that number, {@code null} for a fixed number
 */
public record EventLoopSettings(Transport transport, int bossThreads, @Nullable Integer workerThreads,
		@Nullable Integer minWorkerThreads, @Nullable Integer maxWorkerThreads) {

	public EventLoopSettings {
		if (transport == Transport.AUTO) {
			throw new IllegalArgumentException("transport: auto (expected: a resolved transport)");
		}
	}

}
