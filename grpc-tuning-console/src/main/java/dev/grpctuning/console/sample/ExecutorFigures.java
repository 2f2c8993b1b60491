package dev.grpctuning.console.sample;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.observe.DurationCounts;
import dev.grpctuning.server.Generation;

/** Reads the executors of the generation that serves. */
final class ExecutorFigures {

	private Map<String, Counts> before = Map.of();

	private int generation;

	/** Returns what the executors did since the last call. */
	Second read(@Nullable Generation serving, double seconds) {
		CallExecutors executors = (serving != null) ? serving.executors() : null;
		if (serving == null || executors == null) {
			this.before = Map.of();
			return new Second(work(null, null, DurationCounts.Snapshot.NONE, List.of()), 0);
		}
		// The counts of a new generation begin at zero.
		Map<String, Counts> earlier = (serving.number() == this.generation) ? this.before : Map.of();
		Map<String, Counts> now = new HashMap<>();
		List<Point.Executor> points = new ArrayList<>();
		DurationCounts.Snapshot waits = DurationCounts.Snapshot.NONE;
		int queued = 0;
		int active = 0;
		long refused = 0;
		for (ExecutorState state : executors.states()) {
			Counts counts = Counts.of(state, executors.durations(state.name()));
			Counts since = counts.since(earlier.getOrDefault(state.name(), Counts.NONE));
			now.put(state.name(), counts);
			waits = waits.plus(since.waits());
			queued += state.queued();
			active += state.active();
			refused += since.refused();
			points.add(new Point.Executor(name(state), state.name().equals(CallExecutors.CANARY), state.queued(),
					state.active(), Rounded.toTenths(since.accepted() / seconds),
					Rounded.toThousandths(since.calls().quantileMillis(0.5)),
					Rounded.toThousandths(since.calls().quantileMillis(0.99))));
		}
		this.generation = serving.number();
		this.before = now;
		return new Second(work(queued, active, waits, points), refused);
	}

	private static Point.Work work(@Nullable Integer queued, @Nullable Integer active, DurationCounts.Snapshot waits,
			List<Point.Executor> executors) {
		return new Point.Work(queued, active, new Point.Waiting(Rounded.toThousandths(waits.meanMillis()),
				Rounded.toThousandths(waits.quantileMillis(0.99))), executors);
	}

	private static String name(ExecutorState state) {
		boolean route = !state.name().equals(CallExecutors.MAIN) && !state.name().equals(CallExecutors.CANARY);
		return route ? state.name() : state.type();
	}

	/** What all executors did. */
	record Second(Point.Work work, long refused) {
	}

	private record Counts(long accepted, long refused, DurationCounts.Snapshot waits, DurationCounts.Snapshot calls) {

		static final Counts NONE = new Counts(0, 0, DurationCounts.Snapshot.NONE, DurationCounts.Snapshot.NONE);

		static Counts of(ExecutorState state, TaskTimings.@Nullable Durations durations) {
			return new Counts(state.calls(), state.refused(),
					(durations != null) ? durations.waits().snapshot() : DurationCounts.Snapshot.NONE,
					(durations != null) ? durations.calls().snapshot() : DurationCounts.Snapshot.NONE);
		}

		/** A route may have been removed and added again. */
		Counts since(Counts earlier) {
			return new Counts(Math.max(0, this.accepted - earlier.accepted),
					Math.max(0, this.refused - earlier.refused), this.waits.since(earlier.waits),
					this.calls.since(earlier.calls));
		}

	}

}
