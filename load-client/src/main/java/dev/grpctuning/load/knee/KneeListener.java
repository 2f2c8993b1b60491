package dev.grpctuning.load.knee;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.search.Trial;

/**
 * Told how the search for knees gets on.
 */
public interface KneeListener {

	/**
	 * A variant's server is being started and warmed up.
	 */
	void started(Variant variant);

	/**
	 * A trial has ended.
	 */
	void tried(Trial trial);

	/**
	 * A variant has ended.
	 */
	void ended(KneeResult result);

}
