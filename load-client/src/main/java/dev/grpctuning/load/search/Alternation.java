package dev.grpctuning.load.search;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.slices.SliceTimes;
import dev.grpctuning.load.compare.slices.Turns;
import dev.grpctuning.load.server.ChangedServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.slices.SliceOrder;

/**
 * The turns of settings that alternate in one server, or those of a single one.
 *
 * @param server server that changes its settings, or {@code null} if it does not
 */
record Alternation(SliceOrder order, Turns turns, SliceTimes times, @Nullable ChangedServer server) {

	/** Part of a slice at its end in which the last calls end. */
	private static final int REST_PART = 5;

	/** Time for slices that are lost to a backlog. */
	private static final Duration LONGEST = Duration.ofSeconds(30);

	/** Lets settings alternate that are alike in all knobs but live ones. */
	static Alternation begin(ChangedServer server, List<Map<String, String>> settings, Predicate<String> live,
			Duration slice, long seed) throws TuningRefusedException, IOException, InterruptedException {
		Map<String, String> base = new HashMap<>(settings.getFirst());
		base.keySet().removeIf(live);
		List<Map<String, String>> own = settings.stream().map((values) -> {
			Map<String, String> rest = new HashMap<>(values);
			rest.keySet().removeIf(live.negate());
			return rest;
		}).toList();
		server.begin(base, false).awaitReady();
		long start = server.slices().takeTurns(own, slice, LONGEST, seed);
		return of(new SliceOrder(settings.size(), seed), Turns.at(start, slice), slice, server);
	}

	/** Slices of one setting that follow each other. */
	static Alternation alone(Duration slice) {
		return of(new SliceOrder(1, 0), Turns.AT_ONCE, slice, null);
	}

	private static Alternation of(SliceOrder order, Turns turns, Duration slice, @Nullable ChangedServer server) {
		return new Alternation(order, turns, SliceTimes.of(slice).withRest(slice.dividedBy(REST_PART)), server);
	}

	long slices() {
		return LONGEST.dividedBy(this.times.slice());
	}

	void end() throws IOException, InterruptedException {
		if (this.server != null && this.server.isAlive()) {
			this.server.slices().endTurns();
		}
	}

}
