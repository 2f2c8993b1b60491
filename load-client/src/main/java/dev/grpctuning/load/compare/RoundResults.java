package dev.grpctuning.load.compare;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.LatencyAt;

/** Takes the results of an experiment, round by round. */
public interface RoundResults {

	/** Takes the rates at which latencies are measured, before the first round. */
	void latencyAt(List<LatencyAt> found);

	void add(VariantResult result);

	/**
	 * Ends a round.
	 * @param time share of the budget that is over, 1 after the last round, or
	 * {@code null} if the number of rounds is set
	 * @return the variants that are still undecided, or undecided again, and what they
	 * are compared with
	 */
	List<Variant> endRound(@Nullable Double time);

}
