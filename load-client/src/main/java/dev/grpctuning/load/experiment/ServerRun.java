package dev.grpctuning.load.experiment;

import dev.grpctuning.load.engine.LoadResult;

/**
 * One plan against one server, seen from both sides.
 *
 * @param load the client's side
 * @param server the server's side
 */
public record ServerRun(LoadResult load, ServerObservation server) {
}
