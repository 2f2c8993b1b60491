package dev.grpctuning.transport;

import org.jspecify.annotations.Nullable;

/**
 * What the event loops of a server are made of.
 *
 * @param transport the transport, never {@link Transport#AUTO}
 * @param bossThreads number of threads that accept connections; gRPC uses one
 * @param workerThreads number of threads that read and write connections, {@code null}
 * for gRPC's default
 */
public record EventLoopSettings(Transport transport, int bossThreads, @Nullable Integer workerThreads) {

	public EventLoopSettings {
		if (transport == Transport.AUTO) {
			throw new IllegalArgumentException("transport: auto (expected: a resolved transport)");
		}
	}

}
