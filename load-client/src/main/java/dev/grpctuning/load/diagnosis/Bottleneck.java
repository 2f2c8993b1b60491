package dev.grpctuning.load.diagnosis;

import java.util.Locale;

/** What limited a run. The first cause that applies is reported. */
public enum Bottleneck {

	/**
	 * The server, or the client, was stopped in at least {@value #THROTTLED} of the
	 * periods of its CPU quota. Kubernetes' alert CPUThrottlingHigh has the same limit.
	 */
	THROTTLED_BY_ITS_QUOTA,

	/**
	 * Other processes, or other machines of the hypervisor, took at least
	 * {@value #OTHERS} of the machine's processors, of which {@value #CPU_TAKEN} were
	 * used. Where it is known, the server used or waited for {@value #CPU_TAKEN} of its
	 * processors, or its threads waited for a processor for at least {@value #WAITED} of
	 * the response time.
	 */
	MACHINE_CONTENDED_BY_OTHERS,

	/**
	 * The client reported it, or it shares a machine of which at least
	 * {@value #CPU_TAKEN} was used, at least {@value #CLIENTS_PART} of that by the
	 * client, or it used as much of a machine of its own. The figures are the client's
	 * then, not the server's.
	 */
	LOAD_GENERATOR_SATURATED,

	/** At least {@value #REFUSED} of the calls were refused by a limit of the server. */
	REFUSED_BY_THE_LIMIT,

	/**
	 * The server stood still for garbage collection for at least {@value #GC_TIME} of the
	 * time. G1 aims at no more than 0.08, ParallelGC at 0.01.
	 */
	GC,

	/**
	 * At least {@value #CPU_TAKEN} of the processors of the server's machine were used,
	 * by the server and, where it runs there too, by the client.
	 */
	CPU_BOUND,

	/**
	 * An event loop ran, or was ready to run, at least {@value #LOOP_BUSY} of the time,
	 * while other processors were free. Its connections get no more of the machine.
	 */
	ONE_EVENT_LOOP_SATURATED,

	/**
	 * Event loops ran tasks late, in the mean by at least {@value #LAG_MICROS} µs and
	 * {@value #LAG_PART} of the service time: something keeps them busy or blocks them,
	 * such as a handler on a direct executor.
	 */
	EVENT_LOOP_BLOCKED,

	/** The largest part, at least {@value #LARGE_PART}, is the wait for a thread. */
	QUEUEING_IN_THE_EXECUTOR,

	/**
	 * The handler is the largest part of the response time, and at least
	 * {@value #LARGE_PART} of it, while processors are free: it waits.
	 */
	WAITING_IN_THE_HANDLER,

	/**
	 * The largest part, at least {@value #LARGE_PART}, is the wait in the client until
	 * the server allows a further stream on a connection.
	 */
	WAITING_FOR_A_STREAM,

	/** None of these. */
	NONE_SHOWN;

	static final double OTHERS = 0.25;

	static final double WAITED = 0.25;

	static final double THROTTLED = 0.25;

	static final double LOOP_BUSY = 0.9;

	static final double REFUSED = 0.01;

	static final double GC_TIME = 0.2;

	static final double CPU_TAKEN = 0.9;

	static final double CLIENTS_PART = 0.6;

	static final double LAG_MICROS = 1000;

	static final double LAG_PART = 0.2;

	static final double LARGE_PART = 0.4;

	/** The name for people, such as {@code CPU-bound}. */
	public String title() {
		return switch (this) {
			case GC -> "GC";
			case CPU_BOUND -> "CPU-bound";
			default -> name().toLowerCase(Locale.ROOT).replace('_', ' ');
		};
	}

}
