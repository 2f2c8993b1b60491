package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.server.ServerObservation;

/**
 * One plan against one server, seen from both sides, in a round from 1.
 *
 * @param second the load after it, under which latencies were measured, if any
 */
public record ServerRun(int round, LoadResult load, ServerObservation server, ClientObservation client,
		@Nullable Second second) {

	/** A run with one load. */
	public ServerRun(int round, LoadResult load, ServerObservation server, ClientObservation client) {
		this(round, load, server, client, null);
	}

	/** The load of the latencies. */
	public LoadResult last() {
		return (this.second != null) ? this.second.load() : this.load;
	}

	/** The second load of a run. */
	public record Second(LoadPlan plan, LoadResult load, ServerObservation server, ClientObservation client) {
	}

}
