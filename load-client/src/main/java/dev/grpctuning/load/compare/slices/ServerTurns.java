package dev.grpctuning.load.compare.slices;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.ChangedServer;
import dev.grpctuning.load.server.SlicesEndpoint.Turn;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Turns of settings in one server. The server changes them by its own clock, because a
 * request for each slice would cost more than the change.
 */
public final class ServerTurns {

	/**
	 * What was measured does not count if the server has begun more than this share of
	 * its slices too late. Fewer make a difference look smaller, but never larger.
	 */
	private static final double LATE = 0.1;

	/** So many measurements in a row that do not count are an error. */
	private static final int MOST_TRIES = 30;

	private final ChangedServer server;

	private final Duration slice;

	private boolean begun;

	private int tries;

	public ServerTurns(ChangedServer server, Duration slice) {
		this.server = server;
		this.slice = slice;
	}

	/**
	 * Begins turns of settings that are alike in all knobs but live ones. Ends turns that
	 * had begun.
	 * @param live names of live knobs
	 * @return when slices begin
	 * @throws TuningRefusedException if the server does not let the settings take turns
	 */
	public Turns begin(List<Map<String, String>> settings, Predicate<String> live, Duration length, long seed)
			throws TuningRefusedException, IOException, InterruptedException {
		end();
		this.server.begin(only(settings.getFirst(), live.negate()), false).awaitReady();
		long start = this.server.slices()
			.takeTurns(settings.stream().map((values) -> only(values, live)).toList(), this.slice, length, seed);
		this.begun = true;
		return Turns.at(start, this.slice);
	}

	private static Map<String, String> only(Map<String, String> values, Predicate<String> knobs) {
		Map<String, String> some = new HashMap<>(values);
		some.keySet().removeIf(knobs.negate());
		return some;
	}

	/**
	 * The slices since a number as the server recorded them, or {@code null} if it began
	 * too many too late: what was measured in them does not count.
	 * @throws IOException if that is so for the 30th time in a row
	 */
	public @Nullable List<Turn> counted(long from) throws IOException, InterruptedException {
		List<Turn> turns = this.server.slices().turns(from);
		long allowed = SliceTimes.of(this.slice).discarded().toNanos() / 1000;
		long inTime = turns.stream().filter((turn) -> turn.lateMicros() <= allowed).count();
		// Those that it could not begin at all are missing.
		long number = turns.isEmpty() ? 0 : turns.getLast().number() + 1 - from;
		if (number - inTime <= LATE * number) {
			this.tries = 0;
			return turns;
		}
		if (++this.tries == MOST_TRIES) {
			throw new IOException("the machine is so busy that the server changes its settings too late");
		}
		return null;
	}

	/** Ends the turns; does nothing if they have ended. */
	public void end() throws IOException, InterruptedException {
		if (this.begun && this.server.isAlive()) {
			this.server.slices().endTurns();
		}
		this.begun = false;
	}

}
