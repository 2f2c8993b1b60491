package dev.grpctuning.load.pressure;

/** A time in which something stood still, on the clock of {@link System#nanoTime()}. */
public record Stall(Kind kind, long fromNanos, long untilNanos) {

	/** What stood still, and why. The first that explains a slow call is its cause. */
	public enum Kind {

		/** The server, for a collection of young objects. */
		YOUNG_COLLECTION,

		/** The server, for a collection of the whole heap. */
		FULL_COLLECTION,

		/** The server, for another pause of its collector. */
		OTHER_PAUSE,

		/** The server changed its settings. */
		CHANGE,

		/** An event loop of the server did not run its tasks. */
		EVENT_LOOP,

		/** The client, for a garbage collection. */
		CLIENT_COLLECTION,

		/** The client, for another reason, such as that it got no processor. */
		CLIENT_PAUSE

	}

}
