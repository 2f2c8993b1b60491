package dev.grpctuning.load.search;

import java.io.IOException;

/** Drives a rate and returns whether the objective held. */
@FunctionalInterface
public interface RateTrial {

	Outcome at(double rate) throws IOException, InterruptedException;

	/** Outcome of a trial. */
	enum Outcome {

		HELD,

		BROKEN,

		/** The client could not drive the rate, which shows nothing about the server. */
		LOAD_GENERATOR_SATURATED

	}

}
