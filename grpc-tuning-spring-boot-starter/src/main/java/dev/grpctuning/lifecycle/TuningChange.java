package dev.grpctuning.lifecycle;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.GenerationChange;

/**
 * One request to change the tuning and what came of it.
 *
 * @param at when it was asked for
 * @param outcome what came of it
 * @param generation number of the generation that serves after it
 * @param replacement how a new generation took over, {@code null} if there is none
 * @param tookMillis time that it took altogether
 * @param changes what it did to each knob
 * @param reason why it was rolled back, otherwise {@code null}
 */
public record TuningChange(Instant at, Outcome outcome, int generation, @Nullable GenerationChange replacement,
		double tookMillis, List<KnobChange> changes, @Nullable String reason) {

	/**
	 * What came of a request.
	 */
	public enum Outcome {

		/** All of it is in force. */
		APPLIED,

		/** It said only what would happen. */
		DRY_RUN,

		/** The new generation could not start; everything is as before. */
		ROLLED_BACK,

		/** A restart lost the port, and the server listens no more. */
		FAILED

	}

}
