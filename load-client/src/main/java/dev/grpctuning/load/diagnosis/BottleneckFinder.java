package dev.grpctuning.load.diagnosis;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.load.stats.Figures;

/**
 * Finds what held a run up, with the figures that show it. It checks causes before what
 * they cause: a server whose processors are taken has a queue as well, and more
 * processors would help, not more threads.
 */
final class BottleneckFinder {

	private BottleneckFinder() {
	}

	static BottleneckDocument find(RunFigures run) {
		RunFigures.Cpu cpu = run.cpu();
		if (run.saturatedBy() != null) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, run.saturatedBy(), null);
		}
		if (cpu != null && cpu.together() && cpu.used() >= Bottleneck.CPU_TAKEN
				&& cpu.client() >= Bottleneck.CLIENTS_PART * cpu.used()) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, processors(cpu), null);
		}
		if (run.refusedShare() >= Bottleneck.REFUSED) {
			return found(Bottleneck.REFUSED_BY_THE_LIMIT, "%s of the calls (%s) were refused"
				.formatted(percent(run.refusedShare()), Figures.count(run.refused())), cpu);
		}
		RunFigures.Gc gc = run.gc();
		if (gc != null && gc.share() >= Bottleneck.GC_TIME) {
			String full = (gc.full() != 0) ? ", %s full collections".formatted(Figures.count(gc.full())) : "";
			return found(Bottleneck.GC, percent(gc.share()) + " of the time was spent in pauses" + full, cpu);
		}
		if (cpu != null && cpu.used() >= Bottleneck.CPU_TAKEN) {
			return found(Bottleneck.CPU_BOUND, processors(cpu), null);
		}
		LatencySplit split = run.split();
		return (split != null) ? inServer(split, run.use(), cpu)
				: found(Bottleneck.NONE_SHOWN, "no call was answered", cpu);
	}

	private static BottleneckDocument inServer(LatencySplit split, @Nullable ServerUse use,
			RunFigures.@Nullable Cpu cpu) {
		Double lag = (use != null) ? use.lagMicros() : null;
		if (use != null && lag != null && lag >= Bottleneck.LAG_MICROS
				&& lag >= Bottleneck.LAG_PART * split.serviceMicros()) {
			return found(Bottleneck.EVENT_LOOP_BLOCKED,
					"its tasks waited %s%s, with a service time of %s".formatted(micros(lag),
							(use.lagP99Micros() != null) ? " (p99 %s)".formatted(micros(use.lagP99Micros())) : "",
							micros(split.serviceMicros())),
					cpu);
		}
		Part largest = largest(split);
		Bottleneck kind = (largest.share() >= Bottleneck.LARGE_PART) ? largest.kind() : Bottleneck.NONE_SHOWN;
		String spent = "%s of the response time was spent %s".formatted(percent(largest.share()), largest.place());
		return found(kind, (kind == Bottleneck.QUEUEING_IN_THE_EXECUTOR) ? spent + queue(use) : spent, cpu);
	}

	/** The largest part; of equal parts the one whose cause is known. */
	private static Part largest(LatencySplit split) {
		Double handler = split.handlerMicros();
		double server = (handler != null) ? 0 : split.share(split.serverMicros());
		String inHandler = "in the handler" + ((handler != null) ? " (%s)".formatted(micros(handler)) : "");
		return Stream
			.of(new Part(Bottleneck.QUEUEING_IN_THE_EXECUTOR, "in the executor's queue",
					split.share(split.executorWaitMicros())),
					new Part(Bottleneck.WAITING_IN_THE_HANDLER, inHandler, split.share(handler)),
					new Part(Bottleneck.NONE_SHOWN, "in the client before the send",
							split.share(split.clientWaitMicros())),
					new Part(Bottleneck.NONE_SHOWN, "between client and server", split.share(split.networkMicros())),
					new Part(Bottleneck.NONE_SHOWN, "in the server", server))
			.max(Comparator.comparingDouble(Part::share))
			.orElseThrow();
	}

	private static String queue(@Nullable ServerUse use) {
		if (use == null || use.queuedTasks() == null) {
			return "";
		}
		Double wait = use.handOverP50Micros();
		return ((wait != null) ? " (p50 wait %s)".formatted(micros(wait)) : "")
				+ ", %s tasks queued".formatted(Figures.rate(use.queuedTasks()));
	}

	private static String processors(RunFigures.Cpu cpu) {
		String server = "the server took %s of %d processors".formatted(percent(cpu.server()), cpu.processors());
		return cpu.together() ? server + ", the client " + percent(cpu.client()) : server;
	}

	private static BottleneckDocument found(Bottleneck kind, String figures, RunFigures.@Nullable Cpu cpu) {
		String server = (cpu != null) ? ", server CPU " + percent(cpu.server()) : "";
		return new BottleneckDocument(kind, kind.title() + ": " + figures + server);
	}

	private static String micros(double micros) {
		return Figures.micros(Math.round(micros));
	}

	private static String percent(double share) {
		return String.format(Locale.ROOT, "%.0f %%", share * 100);
	}

	private record Part(Bottleneck kind, String place, double share) {
	}

}
