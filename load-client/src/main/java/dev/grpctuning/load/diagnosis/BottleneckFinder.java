package dev.grpctuning.load.diagnosis;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;

/**
 * Finds what held a run up, with the figures that show it. It checks causes before what
 * they cause: a server whose processors are taken has a queue as well, and more
 * processors would help, not more threads.
 */
final class BottleneckFinder {

	private BottleneckFinder() {
	}

	static DiagnosisDocument.Found find(RunFigures run) {
		RunFigures.Cpu cpu = run.cpu();
		if (run.saturatedBy() != null) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, new Client(run.saturatedBy()), null);
		}
		if (cpu != null && cpu.together() && cpu.used() >= Bottleneck.CPU_TAKEN
				&& cpu.client() >= Bottleneck.CLIENTS_PART * cpu.used()) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, Processors.of(cpu), null);
		}
		if (cpu != null && cpu.client() >= Bottleneck.CPU_TAKEN) {
			return found(Bottleneck.LOAD_GENERATOR_SATURATED, new ClientCpu(percent(cpu.client())), cpu);
		}
		if (run.refusedShare() >= Bottleneck.REFUSED) {
			return found(Bottleneck.REFUSED_BY_THE_LIMIT, new Refused(percent(run.refusedShare()), run.refused()), cpu);
		}
		RunFigures.Gc gc = run.gc();
		if (gc != null && gc.share() >= Bottleneck.GC_TIME) {
			return found(Bottleneck.GC, new Pauses(percent(gc.share()), gc.full()), cpu);
		}
		if (cpu != null && cpu.used() >= Bottleneck.CPU_TAKEN) {
			return found(Bottleneck.CPU_BOUND, Processors.of(cpu), null);
		}
		LatencySplit split = run.split();
		return (split != null) ? inServer(split, run.use(), cpu) : found(Bottleneck.NONE_SHOWN, null, cpu);
	}

	private static DiagnosisDocument.Found inServer(LatencySplit split, @Nullable ServerUse use,
			RunFigures.@Nullable Cpu cpu) {
		Double lag = (use != null) ? use.lagMicros() : null;
		if (use != null && lag != null && lag >= Bottleneck.LAG_MICROS
				&& lag >= Bottleneck.LAG_PART * split.serviceMicros()) {
			return found(Bottleneck.EVENT_LOOP_BLOCKED,
					new Lag(micros(lag), micros(use.lagP99Micros()), micros(split.serviceMicros())), cpu);
		}
		Part largest = Part.largest(split);
		Bottleneck kind = (largest.share() >= Bottleneck.LARGE_PART) ? largest.place().kind : Bottleneck.NONE_SHOWN;
		return found(kind, new Spent(percent(largest.share()), largest.place(), micros(split.handlerMicros()),
				(kind == Bottleneck.QUEUEING_IN_THE_EXECUTOR) ? Queue.of(use) : null), cpu);
	}

	private static DiagnosisDocument.Found found(Bottleneck kind, @Nullable Record figures,
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

	/** What held a run up, and the figures that show it, {@code null} without calls. */
	private record Text(Bottleneck kind, @Nullable Record figures, @Nullable String serverCpu) {
	}

	private record Client(String saturatedBy) {
	}

	private record ClientCpu(String clientCpu) {
	}

	private record Processors(String server, int processors, @Nullable String client) {

		private static Processors of(RunFigures.Cpu cpu) {
			return new Processors(percent(cpu.server()), cpu.processors(),
					cpu.together() ? percent(cpu.client()) : null);
		}

	}

	private record Refused(String share, long refused) {
	}

	private record Pauses(String pauses, int full) {
	}

	private record Lag(@Nullable String lag, @Nullable String p99, @Nullable String service) {
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
		CLIENT(Bottleneck.NONE_SHOWN), NETWORK(Bottleneck.NONE_SHOWN), SERVER(Bottleneck.NONE_SHOWN);

		private final Bottleneck kind;

		Place(Bottleneck kind) {
			this.kind = kind;
		}

	}

	private record Part(Place place, double share) {

		/** The largest part; of equal parts the one whose cause is known. */
		private static Part largest(LatencySplit split) {
			Double handler = split.handlerMicros();
			return Stream
				.of(new Part(Place.QUEUE, split.share(split.executorWaitMicros())),
						new Part(Place.HANDLER, split.share(handler)),
						new Part(Place.CLIENT, split.share(split.clientWaitMicros())),
						new Part(Place.NETWORK, split.share(split.networkMicros())),
						new Part(Place.SERVER, (handler != null) ? 0 : split.share(split.serverMicros())))
				.max(Comparator.comparingDouble(Part::share))
				.orElseThrow();
		}

	}

}
