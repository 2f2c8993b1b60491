package dev.grpctuning.observe;

/**
 * Why calls are slow or refused. The order is that of a search: causes come before what
 * they cause, because a server whose processors are busy has a queue as well, and more
 * threads would not help it.
 */
public enum Cause {

	THROTTLED_BY_ITS_QUOTA("The CPU quota stops the process"),

	MACHINE_CONTENDED_BY_OTHERS("Other processes use the machine's processors"),

	LOAD_GENERATOR_SATURATED("The load generator is at its limit"),

	REFUSED_BY_THE_LIMIT("A limit of the server refuses calls"),

	GC("Garbage collection stops the server"),

	CPU_BOUND("The server's processors are busy"),

	ONE_EVENT_LOOP_SATURATED("One event loop is busy while the others have little to do"),

	EVENT_LOOP_BLOCKED("The event loops run their tasks late"),

	QUEUEING_IN_THE_EXECUTOR("Calls wait for a thread of their executor"),

	WAITING_IN_THE_HANDLER("Handlers wait while processors are free"),

	WAITING_FOR_A_STREAM("Calls wait in the client for a stream of their connection"),

	NONE_SHOWN("Nothing limits the service");

	/** Share of the calls from which refusals are the cause. */
	public static final double REFUSED = 0.01;

	/**
	 * Share of the time from which pauses are the cause. G1 aims at no more than 0.08.
	 */
	public static final double PAUSED = 0.2;

	/** Share of the processors from which they are taken. */
	public static final double CPU_TAKEN = 0.9;

	/** Mean lag of event loops, in milliseconds, from which they are late. */
	public static final double LAG_MILLIS = 1;

	/** Share of the time of a call from which a part of it is the cause. */
	public static final double LARGE_PART = 0.4;

	private final String sentence;

	Cause(String sentence) {
		this.sentence = sentence;
	}

	/** One sentence, without its full stop. */
	public String sentence() {
		return this.sentence;
	}

}
