package dev.grpctuning.load.search;

/**
 * The highest rate at which an objective holds.
 *
 * @param rate calls per second at which it held, 0 if it held at none that was tried
 * @param broken lowest rate above it at which it did not hold; infinite if there was none
 * @param limit why no higher rate was found
 */
public record Knee(double rate, double broken, Limit limit) {

	/**
	 * Why a search went no higher.
	 */
	public enum Limit {

		/**
		 * The objective does not hold above.
		 */
		OBJECTIVE,

		/**
		 * The client cannot drive more: the server may hold a higher rate.
		 */
		CLIENT,

		/**
		 * No higher rate was asked for.
		 */
		HIGHEST

	}

}
