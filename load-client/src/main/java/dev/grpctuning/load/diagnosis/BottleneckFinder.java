package dev.grpctuning.load.diagnosis;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.observe.Cause;

/**
 * Finds what limited a run, with the figures that show it. It checks causes before what
 * they cause: a server whose processors are taken has a queue as well, and more
 * processors would help, not more threads.
 */
final class BottleneckFinder {

	private BottleneckFinder() {
	}

	static DiagnosisDocument.Found find(RunFigures run) {
		RunFigures.Cpu cpu = run.cpu();
		RunFigures.Machine machine = (run.machine() != null) ? run.machine() : RunFigures.Machine.UNKNOWN;
		double throttled = Math.max(machine.clientThrottled(), machine.throttled());
		if (throttled >= Cause.THROTTLED) {
			boolean client = machine.clientThrottled() >= Cause.THROTTLED;
			return found(Cause.THROTTLED_BY_ITS_QUOTA, cpu, "side", client ? "client" : "server", "periods",
					percent(client ? machine.clientThrottled() : machine.throttled()));
		}
		if (isContended(machine)) {
			boolean waited = machine.waited() != null && machine.waited() >= Cause.WAITED;
			return found(Cause.MACHINE_CONTENDED_BY_OTHERS, cpu, "others", percent(machine.others()), "used",
					percent(machine.used()), "waited", waited ? percent(machine.waited()) : null, "wanted",
					waited ? null : percent(machine.wanted()));
		}
		if (run.saturatedBy() != null) {
			return found(Cause.LOAD_GENERATOR_SATURATED, null, "saturatedBy", run.saturatedBy());
		}
		if (cpu != null && cpu.together() && cpu.used() >= Cause.CPU_TAKEN
				&& cpu.client() >= Cause.CLIENTS_PART * cpu.used()) {
			return processors(Cause.LOAD_GENERATOR_SATURATED, cpu);
		}
		if (cpu != null && cpu.client() >= Cause.CPU_TAKEN) {
			return found(Cause.LOAD_GENERATOR_SATURATED, cpu, "clientCpu", percent(cpu.client()));
		}
		if (run.refusedShare() >= Cause.REFUSED) {
			return found(Cause.REFUSED_BY_THE_LIMIT, cpu, "share", percent(run.refusedShare()), "refused",
					run.refused());
		}
		RunFigures.Gc gc = run.gc();
		if (gc != null && gc.share() >= Cause.PAUSED) {
			return found(Cause.GC, cpu, "pauses", percent(gc.share()), "full", gc.full());
		}
		if (cpu != null && cpu.used() >= Cause.CPU_TAKEN) {
			return processors(Cause.CPU_BOUND, cpu);
		}
		if (machine.busiestLoop() >= Cause.LOOP_BUSY) {
			return found(Cause.ONE_EVENT_LOOP_SATURATED, cpu, "busy", percent(Math.min(1, machine.busiestLoop())),
					"loops", machine.loops());
		}
		return (run.split() != null) ? inServer(run.split(), run, cpu) : found(Cause.NONE_SHOWN, cpu);
	}

	/** Whether other processes took processors that the server would have used. */
	private static boolean isContended(RunFigures.Machine machine) {
		boolean missed = machine.wanted() == null || machine.waited() == null || machine.wanted() >= Cause.CPU_TAKEN
				|| machine.waited() >= Cause.WAITED;
		return machine.used() >= Cause.CPU_TAKEN && machine.others() >= Cause.OTHERS && missed;
	}

	private static DiagnosisDocument.Found processors(Cause kind, RunFigures.Cpu cpu) {
		return found(kind, null, "server", percent(cpu.server()), "processors", cpu.processors(), "client",
				cpu.together() ? percent(cpu.client()) : null);
	}

	private static DiagnosisDocument.Found inServer(LatencySplit split, RunFigures run, RunFigures.@Nullable Cpu cpu) {
		ServerUse use = run.use();
		ServerUse.Lag lag = (use != null) ? use.lag() : null;
		if (lag != null && lag.micros() >= 1000 * Cause.LAG_MILLIS
				&& lag.micros() >= Cause.LAG_PART * split.serviceMicros()) {
			return found(Cause.EVENT_LOOP_BLOCKED, cpu, "lag", micros(lag.micros()), "p99", micros(lag.p99Micros()),
					"max", micros(lag.maxMicros()), "service", micros(split.serviceMicros()));
		}
		Part largest = Part.largest(split, run.streams());
		String share = percent(largest.share());
		Cause kind = (largest.share() >= Cause.LARGE_PART) ? largest.place().kind : Cause.NONE_SHOWN;
		if (kind == Cause.WAITING_FOR_A_STREAM && run.streams() != null) {
			return found(kind, cpu, "stream", share, "calls", percent(run.streams().waited()), "mean",
					micros(run.streams().meanMicros()), "limit", run.streams().limit());
		}
		boolean queueing = kind == Cause.QUEUEING_IN_THE_EXECUTOR;
		Double queued = (queueing && use != null) ? use.queuedTasks() : null;
		return found(kind, cpu, "spent", share, "place", largest.place(), "handler", micros(split.handlerMicros()),
				"tasks", (queued != null) ? Figures.rate(queued) : null, "p50",
				(queued != null && use != null) ? micros(use.handOverP50Micros()) : null);
	}

	/** The cause with the names and values of the figures that show it. */
	private static DiagnosisDocument.Found found(Cause kind, RunFigures.@Nullable Cpu cpu,
			@Nullable Object... figures) {
		Map<String, Object> view = new HashMap<>(Map.of("kind", kind, "none", figures.length == 0));
		for (int i = 0; i < figures.length; i += 2) {
			if (figures[i + 1] != null) {
				view.put(String.valueOf(figures[i]), figures[i + 1]);
			}
		}
		if (cpu != null) {
			view.put("serverCpu", percent(cpu.server()));
		}
		return new DiagnosisDocument.Found(kind, Templates.line("bottleneck", view));
	}

	private static @Nullable String micros(@Nullable Double micros) {
		return (micros != null) ? Figures.micros(Math.round(micros)) : null;
	}

	private static @Nullable String percent(@Nullable Double share) {
		return (share != null) ? String.format(Locale.ROOT, "%.0f %%", share * 100) : null;
	}

	private enum Place {

		QUEUE(Cause.QUEUEING_IN_THE_EXECUTOR), HANDLER(Cause.WAITING_IN_THE_HANDLER),
		STREAM(Cause.WAITING_FOR_A_STREAM), CLIENT(Cause.NONE_SHOWN), NETWORK(Cause.NONE_SHOWN),
		SERVER(Cause.NONE_SHOWN);

		private final Cause kind;

		Place(Cause kind) {
			this.kind = kind;
		}

	}

	private record Part(Place place, double share) {

		/** The largest part; of equal parts the one whose cause is known. */
		private static Part largest(LatencySplit split, @Nullable StreamWait streams) {
			Double handler = split.handlerMicros();
			// The raw engine waits for a stream before the send, and stubs after it.
			double wait = (streams != null) ? streams.meanMicros() : 0;
			double before = Math.min(wait, split.clientWaitMicros());
			double network = (split.networkMicros() != null) ? split.networkMicros() : split.serviceMicros();
			double after = Math.min(wait - before, network);
			return Stream
				.of(new Part(Place.QUEUE, split.share(split.executorWaitMicros())),
						new Part(Place.HANDLER, split.share(handler)),
						new Part(Place.STREAM, split.share(before + after)),
						new Part(Place.CLIENT, split.share(split.clientWaitMicros() - before)),
						new Part(Place.NETWORK,
								(split.networkMicros() != null) ? split.share(split.networkMicros() - after) : 0),
						new Part(Place.SERVER, (handler != null) ? 0 : split.share(split.serverMicros())))
				.max(Comparator.comparingDouble(Part::share))
				.orElseThrow();
		}

	}

}
