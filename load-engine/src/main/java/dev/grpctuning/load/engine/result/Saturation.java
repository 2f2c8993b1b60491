package dev.grpctuning.load.engine.result;

/**
 * Why the load generator could not drive the load as planned.
 *
 * @param reason a sentence for the user that names the property of the limit
 */
public record Saturation(Cause cause, String reason) {

	/** The limit that was reached. */
	public enum Cause {

		/** As many calls were open as the plan allows: answers were missing. */
		OPEN_CALLS,

		/** The client sent too many calls too late. */
		LATE_CALLS

	}

}
