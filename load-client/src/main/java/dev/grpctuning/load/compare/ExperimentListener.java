package dev.grpctuning.load.compare;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.result.Progress;

/**
 * Told how an experiment gets on.
 */
public interface ExperimentListener {

	/**
	 * Variants are driven for their warm-up, which does not count: their servers are
	 * kept.
	 */
	void warmingUp(int variants);

	/**
	 * A variant's server is being started.
	 */
	void started(Variant variant, int round);

	/**
	 * A second of a variant's run has passed.
	 */
	void progress(Progress progress);

	/**
	 * A variant has ended in a round.
	 */
	void ended(VariantResult result);

}
