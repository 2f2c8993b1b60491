package dev.grpctuning.load.diagnosis;

import java.util.Comparator;
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
		if (machine.clientThrottled() >= Bottleneck.THROTTLED) {
			return found(Bottleneck.THROTTLED_BY_ITS_QUOTA,
					Map.of("side", "client", "periods", percent(machine.clientThrottled())), cpu);
		}
		if (machine.throttled() >= Bottleneck.THROTTLED) {
			return found(Bottleneck.THROTTLED_BY_ITS_QUOTA,
					Map.of("side", "server", "periods", percent(machine.throttled())), cpu);
		}
		if (isContended(machine)) {
			return found(Bottleneck.MACHINE_CONTENDED_BY_OTHERS, Others.of(machine), cpu);
		}
		if (run.saturatedBy() != null) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, Map.of("saturatedBy", run.saturatedBy()), null);
		}
		if (cpu != null && cpu.together() && cpu.used() >= Bottleneck.CPU_TAKEN
				&& cpu.client() >= Bottleneck.CLIENTS_PART * cpu.used()) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, Processors.of(cpu), null);
		}
		if (cpu != null && cpu.client() >= Bottleneck.CPU_TAKEN) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, Map.of("clientCpu", percent(cpu.client())), cpu);
		}
		if (run.refusedShare() >= Bottleneck.REFUSED) {
			return found(Bottleneck.REFUSED_BY_THE_LIMIT,
					Map.of("share", percent(run.refusedShare()), "refused", run.refused()), cpu);
		}
		RunFigures.Gc gc = run.gc();
		if (gc != null && gc.share() >= Bottleneck.GC_TIME) {
			return found(Bottleneck.GC, Map.of("pauses", percent(gc.share()), "full", gc.full()), cpu);
		}
		if (cpu != null && cpu.used() >= Bottleneck.CPU_TAKEN) {
			return found(Bottleneck.CPU_BOUND, Processors.of(cpu), null);
		}
		if (machine.busiestLoop() >= Bottleneck.LOOP_BUSY) {
			return found(Bottleneck.ONE_EVENT_LOOP_SATURATED,
					Map.of("busy", percent(Math.min(1, machine.busiestLoop())), "loops", machine.loops()), cpu);
		}
		LatencySplit split = run.split();
		return (split != null) ? inServer(split, run, cpu) : found(Bottleneck.NONE_SHOWN, null, cpu);
	}

	/** Whether other processes took processors that the server would have used. */
	private static boolean isContended(RunFigures.Machine machine) {
		boolean missed = machine.wanted() == null || machine.waited() == null
				|| machine.wanted() >= Bottleneck.CPU_TAKEN || machine.waited() >= Bottleneck.WAITED;
		return machine.used() >= Bottleneck.CPU_TAKEN && machine.others() >= Bottleneck.OTHERS && missed;
	}

	private static DiagnosisDocument.Found inServer(LatencySplit split, RunFigures run, RunFigures.@Nullable Cpu cpu) {
		ServerUse use = run.use();
		Double lag = (use != null) ? use.lagMicros() : null;
		if (use != null && lag != null && lag >= Bottleneck.LAG_MICROS
				&& lag >= Bottleneck.LAG_PART * split.serviceMicros()) {
			return found(Bottleneck.EVENT_LOOP_BLOCKED, new Lag(micros(lag), micros(use.lagP99Micros()),
					micros(use.lagMaxMicros()), micros(split.serviceMicros())), cpu);
		}
		Part largest = Part.largest(split, run.streams());
		Bottleneck kind = (largest.share() >= Bottleneck.LARGE_PART) ? largest.place().kind : Bottleneck.NONE_SHOWN;
		if (kind == Bottleneck.WAITING_FOR_A_STREAM && run.streams() != null) {
			return found(kind, new Waits(percent(largest.share()), percent(run.streams().waited()),
					micros(run.streams().meanMicros()), run.streams().limit()), cpu);
		}
		return found(kind, new Spent(percent(largest.share()), largest.place(), micros(split.handlerMicros()),
				(kind == Bottleneck.QUEUEING_IN_THE_EXECUTOR) ? Queue.of(use) : null), cpu);
	}

	private static DiagnosisDocument.Found found(Bottleneck kind, @Nullable Object figures,
			RunFigures.@Nullable Cpu cpu) {
		return new DiagnosisDocument.Found(kind,
				Templates.line("bottleneck", new Text(kind, figures, (cpu != null) ? percent(cpu.server()) : null)));
	}

	private static @Nullable String micros(@Nullable Double micros) {
		return (micros != null) ? Figures.micros(Math.round(micros)) : null;
	}

	private static String percent(double share) {
		return String.format(Locale.ROOT, "%.0f %%", share * 100);
	}

	/** The cause and the figures that show it, {@code null} without calls. */
	private record Text(Bottleneck kind, @Nullable Object figures, @Nullable String serverCpu) {
	}

	private record Processors(String server, int processors, @Nullable String client) {

		private static Processors of(RunFigures.Cpu cpu) {
			return new Processors(percent(cpu.server()), cpu.processors(),
					cpu.together() ? percent(cpu.client()) : null);
		}

	}

	private record Others(String others, String used, @Nullable String waited, @Nullable String wanted) {

		private static Others of(RunFigures.Machine machine) {
			Double waited = machine.waited();
			Double wanted = machine.wanted();
			if (waited != null && waited >= Bottleneck.WAITED) {
				return new Others(percent(machine.others()), percent(machine.used()), percent(waited), null);
			}
			return new Others(percent(machine.others()), percent(machine.used()), null,
					(wanted != null) ? percent(wanted) : null);
		}

	}

	private record Waits(String stream, String calls, @Nullable String mean, @Nullable String limit) {
	}

	private record Lag(@Nullable String lag, @Nullable String p99, @Nullable String max, @Nullable String service) {
	}

	private record Spent(String spent, Place place, @Nullable String handler, @Nullable Queue queue) {
	}

	private record Queue(@Nullable String waited, String tasks) {

		private static @Nullable Queue of(@Nullable ServerUse use) {
			return (use != null && use.queuedTasks() != null)
					? new Queue(micros(use.handOverP50Micros()), Figures.rate(use.queuedTasks())) : null;
		}

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
