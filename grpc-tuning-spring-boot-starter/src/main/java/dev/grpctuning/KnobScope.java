package dev.grpctuning;

/**
 * On what a change of a knob acts.
 */
public enum KnobScope {

	/** The next call. */
	LIVE,

	/** The next connection. */
	NEW_CONNECTIONS,

	/** A new generation of the server inside the same JVM. */
	RESTART,

	/** The next start of the JVM; the endpoint only shows it. */
	JVM

}
