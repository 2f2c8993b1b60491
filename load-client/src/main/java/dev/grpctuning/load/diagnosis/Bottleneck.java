package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;

/**
 * What held a run up. Causes come before what they cause: a server whose processors are
 * taken has a queue as well, and more processors would help, not more threads. The first
 * of these that holds is the one.
 */
public enum Bottleneck {

	/**
	 * The client itself said so, or it shares a machine of which at least
	 * {@value #CPU_TAKEN} was used, at least {@value #CLIENTS_PART} of that by the
	 * client. The figures are the client's then, not the server's.
	 */
	LOAD_GENERATOR_SATURATED,

	/**
	 * At least {@value #REFUSED} of the calls were refused by a limit of the server.
	 */
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
	 * Event loops ran tasks late, in the mean by at least {@value #LAG_MICROS} µs and
	 * {@value #LAG_PART} of the service time: something keeps them busy or blocks them,
	 * such as a handler on a direct executor.
	 */
	EVENT_LOOP_BLOCKED,

	/**
	 * The wait for a thread is the largest part of the response time, and at least
	 * {@value #LARGE_PART} of it.
	 */
	QUEUEING_IN_THE_EXECUTOR,

	/**
	 * The handler is the largest part of the response time, and at least
	 * {@value #LARGE_PART} of it, while processors are free: it waits.
	 */
	WAITING_IN_THE_HANDLER,

	/**
	 * None of these.
	 */
	NONE_SHOWN;

	static final double REFUSED = 0.01;

	static final double GC_TIME = 0.2;

	static final double CPU_TAKEN = 0.9;

	static final double CLIENTS_PART = 0.6;

	static final double LAG_MICROS = 1000;

	static final double LAG_PART = 0.2;

	static final double LARGE_PART = 0.4;

	/**
	 * Tells what held a run up.
	 */
	public static Bottleneck of(RunFigures run) {
		RunFigures.Cpu cpu = run.cpu();
		if (run.saturatedBy() != null || (cpu != null && cpu.together() && cpu.used() >= CPU_TAKEN
				&& cpu.client() >= CLIENTS_PART * cpu.used())) {
			return LOAD_GENERATOR_SATURATED;
		}
		if (run.refusedShare() >= REFUSED) {
			return REFUSED_BY_THE_LIMIT;
		}
		if (run.gc() != null && run.gc().share() >= GC_TIME) {
			return GC;
		}
		if (cpu != null && cpu.used() >= CPU_TAKEN) {
			return CPU_BOUND;
		}
		LatencySplit split = run.split();
		if (split == null) {
			return NONE_SHOWN;
		}
		if (late(run.lag(), split)) {
			return EVENT_LOOP_BLOCKED;
		}
		if (isLargest(split.executorWaitMicros(), split)) {
			return QUEUEING_IN_THE_EXECUTOR;
		}
		return isLargest(split.handlerMicros(), split) ? WAITING_IN_THE_HANDLER : NONE_SHOWN;
	}

	private static boolean late(RunFigures.@Nullable Lag lag, LatencySplit split) {
		return lag != null && lag.meanMicros() >= LAG_MICROS && lag.meanMicros() >= LAG_PART * split.serviceMicros();
	}

	private static boolean isLargest(@Nullable Double part, LatencySplit split) {
		return part != null && split.share(part) >= LARGE_PART && part >= split.clientWaitMicros()
				&& isAtLeast(part, split.networkMicros()) && isAtLeast(part, split.executorWaitMicros())
				&& isAtLeast(part, split.handlerMicros());
	}

	private static boolean isAtLeast(double part, @Nullable Double other) {
		return other == null || part >= other;
	}

}
