package dev.grpctuning.load.result;

import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.server.ServerObservation;

/** One plan against one server, seen from both sides, in a round from 1. */
public record ServerRun(int round, LoadResult load, ServerObservation server, ClientObservation client) {
}
