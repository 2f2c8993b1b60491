package dev.grpctuning.load.stats;

/**
 * What a comparison has shown.
 */
public enum Verdict {

	/**
	 * The variant is better than the baseline.
	 */
	BETTER,

	/**
	 * The variant is worse than the baseline.
	 */
	WORSE,

	/**
	 * Nothing is shown: there is no difference, or the noise hides it.
	 */
	NO_DIFFERENCE_SHOWN

}
