package dev.grpctuning.load.experiment;

/**
 * Told how the search for knees gets on.
 */
public interface KneeListener {

	/**
	 * A variant's server is being started and warmed up.
	 * @param variant the variant
	 */
	void started(Variant variant);

	/**
	 * A trial has ended.
	 * @param trial what came of it
	 */
	void tried(Trial trial);

	/**
	 * A variant has ended.
	 * @param result what came of it
	 */
	void ended(KneeResult result);

}
