package dev.grpctuning.benchmark;

/** How much of the starter a call passes, each with all that comes before it. */
public enum Tuned {

	/** grpc-java alone, with the executor. */
	NOT,

	/** Services that can be withdrawn, as with a property set and executor.live=false. */
	SERVICES,

	/** An executor that can be exchanged while calls run, which is the default. */
	LIVE,

	/** A limit on open calls that is never reached. */
	LIMIT,

	/** The meters of the executor, in a Prometheus registry. */
	METERS;

	boolean has(Tuned part) {
		return compareTo(part) >= 0;
	}

}
