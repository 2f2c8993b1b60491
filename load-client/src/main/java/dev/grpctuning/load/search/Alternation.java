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
 * The turns of settings that alternate in one server, or those of a single one. For use
 * by one thread.
 */
final class Alternation {

	/** Part of a slice at its end in which the last calls end. */
	private static final int REST_PART = 5;

	/** Time for slices that are lost to a backlog. */
	private static final Duration LONGEST = Duration.ofSeconds(30);

	private final SliceOrder order;

	private final Turns turns;

	private final SliceTimes times;

	private final long slices;

	/** The server that changes its settings, or {@code null} if it does not. */
	private final @Nullable ChangedServer server;

	private long turn = -1;

	private long endNanos;

	private Alternation(SliceOrder order, Turns turns, Duration slice, @Nullable ChangedServer server) {
		this.order = order;
		this.turns = turns;
		this.times = SliceTimes.of(slice).withRest(slice.dividedBy(REST_PART));
		this.slices = LONGEST.dividedBy(slice);
		this.server = server;
	}

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
		return new Alternation(new SliceOrder(settings.size(), seed), Turns.at(start, slice), slice, server);
	}

	/** Slices of one setting that follow each other. */
	static Alternation alone(Duration slice) {
		return new Alternation(new SliceOrder(1, 0), Turns.AT_ONCE, slice, null);
	}

	SliceTimes times() {
		return this.times;
	}

	boolean hasNext() {
		return this.turn + 1 < this.slices;
	}

	/** Goes to the next turn, and returns the number of its settings. */
	int next() {
		this.turn++;
		return this.order.variant(this.turn);
	}

	/** Waits for the turn; {@code false} if it is lost. */
	boolean await() throws InterruptedException {
		boolean inTime = this.turns.await(this.turn);
		this.endNanos = System.nanoTime() + this.times.slice().toNanos();
		return inTime;
	}

	/** Turns with the same number of a block have the same arrivals. */
	int block() {
		return (int) (this.turn / this.order.variants());
	}

	/** Whether the last calls ended so late that the next turn is lost. */
	boolean isOverrun() {
		return System.nanoTime() - this.endNanos > 0;
	}

	void end() throws IOException, InterruptedException {
		if (this.server != null && this.server.isAlive()) {
			this.server.slices().endTurns();
		}
	}

}
