package dev.grpctuning.settings;

import org.jspecify.annotations.Nullable;

/**
 * Why a value is refused.
 *
 * @param reason what is allowed, a sentence without its subject that ends in a full stop
 */
public record TuningProblem(String knob, @Nullable String value, String reason) {

	/** Whether something is missing only because of another problem of the same list. */
	public boolean follows(TuningProblem other) {
		return this.value == null && other.knob.startsWith(this.knob.replaceFirst("\\[.*", "") + "[");
	}

}
