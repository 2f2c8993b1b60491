package dev.grpctuning.load.search;

/**
 * The highest rate at which an objective holds.
 *
 * @param rate calls per second at which it held, 0 if it held at none that was tried
 * @param broken lowest rate above it at which it did not hold; infinite if there was none
 */
public record Knee(double rate, double broken, Limit limit) {

	/**
	 * Why a search went no higher.
	 */
	public enum Limit {

		/**
		 * The objective does not hold above.
		 */
		OBJECTIVE("the objective"),

		/**
		 * The load generator cannot drive more: the server may hold a higher rate.
		 */
		CLIENT("load generator saturated: the server may hold more"),

		/**
		 * No higher rate was asked for.
		 */
		HIGHEST("search.highest: no higher rate was tried");

		private final String text;

		Limit(String text) {
			this.text = text;
		}

		/**
		 * What a table shows of it.
		 */
		public String text() {
			return this.text;
		}

	}

}
