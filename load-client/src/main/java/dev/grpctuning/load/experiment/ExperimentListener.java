package dev.grpctuning.load.experiment;

import dev.grpctuning.load.engine.Progress;

/**
 * Told how an experiment gets on.
 */
public interface ExperimentListener {

	/**
	 * A variant's server is being started.
	 * @param variant the variant
	 */
	void started(Variant variant);

	/**
	 * A second of a variant's run has passed.
	 * @param progress how far it has got
	 */
	void progress(Progress progress);

	/**
	 * A variant has ended.
	 * @param result what came of it
	 */
	void ended(VariantResult result);

}
