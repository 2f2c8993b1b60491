package dev.grpctuning.load.compare;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;

/** The outcome of a variant in a round. */
public record VariantResult(Variant variant, Ended ended, @Nullable String reason, List<ServerRun> runs) {

	/**
	 * One run against one server, in a round from 1.
	 *
	 * @param last the load under which latencies were measured
	 * @param closed the load before, which showed the rate; {@code null} if there was one
	 * load
	 */
	public record ServerRun(int round, ObservedLoad last, @Nullable ObservedLoad closed) {

		/** The load that shows the rate. */
		public ObservedLoad first() {
			return (this.closed != null) ? this.closed : this.last;
		}

	}

}
