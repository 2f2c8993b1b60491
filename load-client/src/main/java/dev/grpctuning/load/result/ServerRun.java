package dev.grpctuning.load.experiment;

import dev.grpctuning.load.engine.LoadResult;

/**
 * One plan against one server, seen from both sides.
 *
 * @param round round of the experiment that it belongs to, from 1
 * @param load the client's side
 * @param server the server's side
 */
public record ServerRun(int round, LoadResult load, ServerObservation server) {
}
