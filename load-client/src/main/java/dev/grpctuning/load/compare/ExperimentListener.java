package dev.grpctuning.load.experiment;

import dev.grpctuning.load.engine.Progress;

/**
 * Told how an experiment gets on.
 */
public interface ExperimentListener {

	/**
	 * Variants are driven for their warm-up, which does not count: their servers are
	 * kept.
	 * @param variants how many there are
	 */
	void warmingUp(int variants);

	/**
	 * A variant's server is being started.
	 * @param variant the variant
	 * @param round round of the experiment, from 1
	 */
	void started(Variant variant, int round);

	/**
	 * A second of a variant's run has passed.
	 * @param progress how far it has got
	 */
	void progress(Progress progress);

	/**
	 * A variant has ended in a round.
	 * @param result what came of it in this round
	 */
	void ended(VariantResult result);

}
