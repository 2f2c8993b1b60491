package dev.grpctuning.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.GenerationChange;

/**
 * One request to change the tuning and what came of it.
 *
 * @param at when it was asked for
 * @param by who asked for it, {@code null} if that is not known
 * @param outcome what came of it
 * @param generation number of the generation that serves after it
 * @param replacement how a new generation took over, {@code null} if there is none
 * @param tookMillis time that it took altogether
 * @param changes what it did to each knob, or would have done
 * @param reason why it was rolled back, otherwise {@code null}
 */
public record TuningChange(Instant at, @Nullable String by, Outcome outcome, int generation,
		@Nullable GenerationChange replacement, double tookMillis, List<KnobChange> changes, @Nullable String reason) {

	/**
	 * Says it in one line.
	 */
	@Override
	public String toString() {
		StringBuilder text = new StringBuilder("gRPC tuning ");
		text.append(this.outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '));
		if (this.by != null) {
			text.append(" by ").append(this.by);
		}
		text.append(", generation ").append(this.generation);
		if (this.replacement != null) {
			text.append(" by ").append(this.replacement.propertyValue());
		}
		text.append(", ").append(this.tookMillis).append(" ms: ");
		if (this.reason != null) {
			return text.append(this.reason).toString();
		}
		return text
			.append(this.changes.stream()
				.map((change) -> change.knob() + " " + change.from() + " -> " + change.to())
				.collect(Collectors.joining(", ")))
			.toString();
	}

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
