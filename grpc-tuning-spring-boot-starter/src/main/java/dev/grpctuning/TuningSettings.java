package dev.grpctuning;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.executor.CallExecutorsSettings;
import dev.grpctuning.limit.LimitSettings;
import dev.grpctuning.service.WithdrawnServices;

/**
 * How a gRPC server is tuned. {@code null} leaves the framework's default alone.
 *
 * @param server what a server is built with; to change it takes a new generation
 * @param executors what handlers run on
 * @param limit bound on the open calls of the server
 * @param withdrawn services that are not offered
 * @param maxConnections connections that may be open
 * @param generations how a new generation takes over
 */
public record TuningSettings(ServerSettings server, @Nullable CallExecutorsSettings executors,
		@Nullable LimitSettings limit, WithdrawnServices withdrawn, @Nullable Integer maxConnections,
		GenerationSettings generations) {

	/** Nothing is tuned. */
	public static final TuningSettings NONE = new TuningSettings(ServerSettings.NONE, null, null,
			WithdrawnServices.NONE, null, GenerationSettings.DEFAULT);

}
