package dev.grpctuning.load.search;

import java.io.IOException;

/**
 * Drives a rate, and says whether the objective held.
 */
@FunctionalInterface
public interface RateTrial {

	/**
	 * Tries a rate once.
	 * @param rate calls per second
	 * @return what came of it
	 * @throws InterruptedException if all is to end
	 * @throws IOException if it could not be tried, which ends the search
	 */
	Outcome at(double rate) throws IOException, InterruptedException;

	/**
	 * What came of a trial.
	 */
	enum Outcome {

		/**
		 * The objective held.
		 */
		HELD,

		/**
		 * The objective did not hold.
		 */
		BROKEN,

		/**
		 * The client could not drive the rate, so that nothing is known of the server.
		 */
		CLIENT_LIMITED

	}

}
