package dev.grpctuning.observe;

import java.util.Locale;

/**
 * Why calls are slow or refused. The order is that of a search: causes come before what
 * they cause, because a server whose processors are busy has a queue as well, and more
 * threads would not help it.
 */
public enum Cause {

	/**
	 * The server, or the client, was stopped in at least {@value #THROTTLED} of the
	 * periods of its CPU quota. Kubernetes' alert CPUThrottlingHigh has the same limit.
	 */
	THROTTLED_BY_ITS_QUOTA("The CPU quota stops the process"),

	/**
	 * Other processes, or other machines of the hypervisor, took at least
	 * {@value #OTHERS} of the machine's processors, of which {@value #CPU_TAKEN} were
	 * used. Where it is known, the server used or waited for {@value #CPU_TAKEN} of its
	 * processors, or its threads waited for a processor for at least {@value #WAITED} of
	 * the response time.
	 */
	MACHINE_CONTENDED_BY_OTHERS("Other processes use the machine's processors"),

	/**
	 * The client reported it, or it shares a machine of which at least
	 * {@value #CPU_TAKEN} was used, at least {@value #CLIENTS_PART} of that by the
	 * client, or it used as much of a machine of its own. The figures are the client's
	 * then, not the server's.
	 */
	LOAD_GENERATOR_SATURATED("The load generator is at its limit"),

	/** At least {@value #REFUSED} of the calls were refused by a limit of the server. */
	REFUSED_BY_THE_LIMIT("A limit of the server refuses calls"),

	/**
	 * The server stood still for garbage collection for at least {@value #PAUSED} of the
	 * time. G1 aims at no more than 0.08, ParallelGC at 0.01.
	 */
	GC("Garbage collection stops the server"),

	/**
	 * At least {@value #CPU_TAKEN} of the processors of the server's machine were used,
	 * by the server and, where it runs there too, by the client.
	 */
	CPU_BOUND("The server's processors are busy"),

	/**
	 * An event loop ran, or was ready to run, at least {@value #LOOP_BUSY} of the time,
	 * while other processors were free. Its connections get no more of the machine.
	 */
	ONE_EVENT_LOOP_SATURATED("One event loop is busy while the others have little to do"),

	/**
	 * Event loops ran tasks late, in the mean by at least {@value #LAG_MILLIS} ms and,
	 * where it is known, {@value #LAG_PART} of the service time. Something keeps them
	 * busy or blocks them, such as a handler on a direct executor.
	 */
	EVENT_LOOP_BLOCKED("The event loops run their tasks late"),

	/** The largest part, at least {@value #LARGE_PART}, is the wait for a thread. */
	QUEUEING_IN_THE_EXECUTOR("Calls wait for a thread of their executor"),

	/**
	 * The handler is the largest part of the response time, and at least
	 * {@value #LARGE_PART} of it, while processors are free: it waits.
	 */
	WAITING_IN_THE_HANDLER("Handlers wait while processors are free"),

	/**
	 * The largest part, at least {@value #LARGE_PART}, is the wait in the client until
	 * the server allows a further stream on a connection.
	 */
	WAITING_FOR_A_STREAM("Calls wait in the client for a stream of their connection"),

	/** None of these. */
	NONE_SHOWN("Nothing limits the service");

	public static final double THROTTLED = 0.25;

	public static final double OTHERS = 0.25;

	public static final double WAITED = 0.25;

	public static final double CLIENTS_PART = 0.6;

	public static final double REFUSED = 0.01;

	public static final double PAUSED = 0.2;

	public static final double CPU_TAKEN = 0.9;

	public static final double LOOP_BUSY = 0.9;

	public static final double LAG_MILLIS = 1;

	public static final double LAG_PART = 0.2;

	public static final double LARGE_PART = 0.4;

	private final String sentence;

	Cause(String sentence) {
		this.sentence = sentence;
	}

	/** One sentence, without its full stop. */
	public String sentence() {
		return this.sentence;
	}

	/** The name for people, such as {@code CPU-bound}. */
	public String title() {
		return switch (this) {
			case GC -> "GC";
			case CPU_BOUND -> "CPU-bound";
			default -> name().toLowerCase(Locale.ROOT).replace('_', ' ');
		};
	}

}
