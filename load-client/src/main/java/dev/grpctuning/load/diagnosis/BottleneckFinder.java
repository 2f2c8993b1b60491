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
		if (throttled >= Bottleneck.THROTTLED) {
			boolean client = machine.clientThrottled() >= Bottleneck.THROTTLED;
			return found(Bottleneck.THROTTLED_BY_ITS_QUOTA, cpu, "side", client ? "client" : "server", "periods",
					percent(client ? machine.clientThrottled() : machine.throttled()));
		}
		if (isContended(machine)) {
			boolean waited = machine.waited() != null && machine.waited() >= Bottleneck.WAITED;
			return found(Bottleneck.MACHINE_CONTENDED_BY_OTHERS, cpu, "others", percent(machine.others()), "used",
					percent(machine.used()), "waited", waited ? percent(machine.waited()) : null, "wanted",
					waited ? null : percent(machine.wanted()));
		}
		if (run.saturatedBy() != null) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, null, "saturatedBy", run.saturatedBy());
		}
		if (cpu != null && cpu.together() && cpu.used() >= Bottleneck.CPU_TAKEN
				&& cpu.client() >= Bottleneck.CLIENTS_PART * cpu.used()) {
			return processors(Bottleneck.LOAD_GENERATOR_SATURATED, cpu);
		}
		if (cpu != null && cpu.client() >= Bottleneck.CPU_TAKEN) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, cpu, "clientCpu", percent(cpu.client()));
		}
		if (run.refusedShare() >= Bottleneck.REFUSED) {
			return found(Bottleneck.REFUSED_BY_THE_LIMIT, cpu, "share", percent(run.refusedShare()), "refused",
					run.refused());
		}
		RunFigures.Gc gc = run.gc();
		if (gc != null && gc.share() >= Bottleneck.GC_TIME) {
			return found(Bottleneck.GC, cpu, "pauses", percent(gc.share()), "full", gc.full());
		}
		if (cpu != null && cpu.used() >= Bottleneck.CPU_TAKEN) {
			return processors(Bottleneck.CPU_BOUND, cpu);
		}
		if (machine.busiestLoop() >= Bottleneck.LOOP_BUSY) {
			return found(Bottleneck.ONE_EVENT_LOOP_SATURATED, cpu, "busy", percent(Math.min(1, machine.busiestLoop())),
					"loops", machine.loops());
		}
		return (run.split() != null) ? inServer(run.split(), run, cpu) : found(Bottleneck.NONE_SHOWN, cpu);
	}

	/** Whether other processes took processors that the server would have used. */
	private static boolean isContended(RunFigures.Machine machine) {
		boolean missed = machine.wanted() == null || machine.waited() == null
				|| machine.wanted() >= Bottleneck.CPU_TAKEN || machine.waited() >= Bottleneck.WAITED;
		return machine.used() >= Bottleneck.CPU_TAKEN && machine.others() >= Bottleneck.OTHERS && missed;
	}

	private static DiagnosisDocument.Found processors(Bottleneck kind, RunFigures.Cpu cpu) {
		return found(kind, null, "server", percent(cpu.server()), "processors", cpu.processors(), "client",
				cpu.together() ? percent(cpu.client()) : null);
	}

	private static DiagnosisDocument.Found inServer(LatencySplit split, RunFigures run, RunFigures.@Nullable Cpu cpu) {
		ServerUse use = run.use();
		ServerUse.Lag lag = (use != null) ? use.lag() : null;
		if (lag != null && lag.micros() >= Bottleneck.LAG_MICROS
				&& lag.micros() >= Bottleneck.LAG_PART * split.serviceMicros()) {
			return found(Bottleneck.EVENT_LOOP_BLOCKED, cpu, "lag", micros(lag.micros()), "p99",
					micros(lag.p99Micros()), "max", micros(lag.maxMicros()), "service", micros(split.serviceMicros()));
		}
		Part largest = Part.largest(split, run.streams());
		String share = percent(largest.share());
		Bottleneck kind = (largest.share() >= Bottleneck.LARGE_PART) ? largest.place().kind : Bottleneck.NONE_SHOWN;
		if (kind == Bottleneck.WAITING_FOR_A_STREAM && run.streams() != null) {
			return found(kind, cpu, "stream", share, "calls", percent(run.streams().waited()), "mean",
					micros(run.streams().meanMicros()), "limit", run.streams().limit());
		}
		boolean queueing = kind == Bottleneck.QUEUEING_IN_THE_EXECUTOR;
		Double queued = (queueing && use != null) ? use.queuedTasks() : null;
		return found(kind, cpu, "spent", share, "place", largest.place(), "handler", micros(split.handlerMicros()),
				"tasks", (queued != null) ? Figures.rate(queued) : null, "p50",
				(queued != null && use != null) ? micros(use.handOverP50Micros()) : null);
	}

	/** The cause with the names and values of the figures that show it. */
	private static DiagnosisDocument.Found found(Bottleneck kind, RunFigures.@Nullable Cpu cpu,
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

		QUEUE(Bottleneck.QUEUEING_IN_THE_EXECUTOR), HANDLER(Bottleneck.WAITING_IN_THE_HANDLER),
		STREAM(Bottleneck.WAITING_FOR_A_STREAM), CLIENT(Bottleneck.NONE_SHOWN), NETWORK(Bottleneck.NONE_SHOWN),
		SERVER(Bottleneck.NONE_SHOWN);

		private final Bottleneck kind;

		Place(Bottleneck kind) {
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
