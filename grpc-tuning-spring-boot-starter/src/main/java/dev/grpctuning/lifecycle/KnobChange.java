package dev.grpctuning.lifecycle;

import org.jspecify.annotations.Nullable;

/**
 * What a change did to one knob.
 *
 * @param knob name of the knob
 * @param from what it was set to, {@code null} if it was not
 * @param to what it is set to, {@code null} if it is not
 * @param acts on what the change acts
 * @param tookMillis time until it did
 */
public record KnobChange(String knob, @Nullable String from, @Nullable String to, Acts acts, double tookMillis) {

	/**
	 * On what a change acts.
	 */
	public enum Acts {

		/** On the next call. */
		LIVE,

		/** On the next connection. */
		NEW_CONNECTIONS,

		/** By a new generation of the server. */
		NEW_GENERATION,

		/** On nothing: the value was in force already. */
		NOTHING

	}

}
