package dev.grpctuning.transport;

import org.jspecify.annotations.Nullable;

/**
 * What the event loops of a server are made of.
 *
 * @param transport the transport, never {@link Transport#AUTO}
 * @param bossThreads number of threads that accept connections; gRPC uses one
 * @param workerThreads number of threads that read and write connections, {@code null}
 * for gRPC's default
 * @param autoScaling bounds of a number of worker threads that changes by itself;
 * excludes a fixed number
 */
public record EventLoopSettings(Transport transport, int bossThreads, @Nullable Integer workerThreads,
		@Nullable AutoScaling autoScaling) {

	public EventLoopSettings {
		if (transport == Transport.AUTO) {
			throw new IllegalArgumentException("transport: auto (expected: a resolved transport)");
		}
	}

}
