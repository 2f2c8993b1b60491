package dev.grpctuning.guard;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

import dev.grpctuning.observe.DurationCounts;

/**
 * Decides whether a change has harmed the calls, by the seconds before and after it.
 * <p>
 * Load moves by itself. So each figure is compared with the worst half second before the
 * change. While more calls start than in any of them, only the end of all answers counts
 * as harm, because more load alone can make calls fail and wait.
 *
 * @param objective what the service owes its callers
 */
record Harm(Objective objective) {

	/** Readings in half a second. */
	static final int STEPS = 5;

	private static final int SECOND = 10;

	/** Readings in the time that is judged, at most. */
	private static final int JUDGED = 20;

	/** Pieces of the time before, at least. */
	private static final int FEWEST_PIECES = 4;

	private static final long FEWEST_CALLS = 100;

	/**
	 * More calls than ever before, by this factor and beyond chance, are another load.
	 */
	private static final double OTHER_LOAD = 1.05;

	private static final double RARE = 3;

	/** Share of the calls that still end if they are said to have stopped. */
	private static final double STOPPED = 0.3;

	private static final double SLOWER = 3;

	private static final double SLOWER_MILLIS = 5;

	/** Pauses and other processes delay event loops now and then. */
	private static final double LATER_MILLIS = 20;

	/** Shares of the heap that is used, and by how much more of it than before. */
	private static final double FULL = 0.8;

	private static final double FULLER = 0.1;

	/** Share of the time that collections take if the heap is too small. */
	private static final double PAUSED = 0.1;

	/**
	 * Failures beyond what is allowed must be this many standard deviations, and calls,
	 * away from chance.
	 */
	private static final double CHANCE = 5;

	/** Returns what is worse since the change. */
	Optional<String> of(List<Reading> before, List<Reading> after) {
		List<Span> pieces = Span.pieces(before, STEPS);
		if (pieces.size() < FEWEST_PIECES || Span.of(before).ended() < FEWEST_CALLS || after.size() <= STEPS / 2) {
			return Optional.empty();
		}
		Optional<String> stopped = stopped(pieces, after);
		return (stopped.isPresent() || isOtherLoad(pieces, after)) ? stopped
				: failing(pieces, Span.of(before), Span.of(last(after, JUDGED))).or(() -> slower(pieces, after))
					.or(() -> later(before, after))
					.or(() -> fuller(before, after));
	}

	/** Answers have stopped while calls pile up. */
	private static Optional<String> stopped(List<Span> pieces, List<Reading> after) {
		if (after.size() <= STEPS) {
			return Optional.empty();
		}
		Span now = Span.of(last(after, STEPS));
		double least = least(pieces, Span::endedPerSecond);
		double open = most(pieces, (piece) -> piece.to().open());
		boolean stopped = least * now.seconds() >= 2 * CHANCE * CHANCE && now.endedPerSecond() < STOPPED * least
				&& now.to().open() > open;
		return text(stopped, "%.0f calls per second end (at least %.0f before), %d are open (at most %.0f before)",
				now.endedPerSecond(), least, now.to().open(), open);
	}

	private static boolean isOtherLoad(List<Span> pieces, List<Reading> after) {
		double most = most(pieces, Span::startedPerSecond);
		return Span.pieces(last(after, JUDGED), Math.min(STEPS, after.size() - 1))
			.stream()
			.anyMatch((piece) -> piece.startedPerSecond() * piece.seconds() > OTHER_LOAD * most * piece.seconds()
					+ RARE * Math.sqrt(most * piece.seconds()));
	}

	/** More calls fail, or miss the objective. */
	private Optional<String> failing(List<Span> pieces, Span before, Span judged) {
		double worst = pieces.stream()
			.filter((piece) -> piece.ended() >= FEWEST_CALLS)
			.mapToDouble((piece) -> (double) piece.bad() / piece.ended())
			.max()
			.orElse(0);
		double usual = (double) before.bad() / before.ended();
		double allowed = Math.min(Math.max(worst, 2 * usual) + this.objective.errors(), 1);
		double expected = judged.ended() * allowed;
		double most = expected + CHANCE * Math.sqrt(expected * (1 - allowed) + 1) + CHANCE;
		long bad = judged.bad();
		return text(bad > most, "%.1f %% of %d calls failed%s (%.1f %% before)", 100.0 * bad / judged.ended(),
				judged.ended(), this.objective.hasDurations() ? " or were too slow" : "", 100 * usual);
	}

	/** The slowest calls are slower, in both halves of the time since. */
	private static Optional<String> slower(List<Span> pieces, List<Reading> after) {
		double worst = most(pieces, Harm::p99);
		List<Reading> judged = last(after, JUDGED);
		double now = least(Span.pieces(judged, (judged.size() - 1) / 2), Harm::p99);
		return text(worst > 0 && now > SLOWER * worst + SLOWER_MILLIS, "p99 is %.1f ms (at most %.1f ms before)", now,
				worst);
	}

	/** 0 with too few calls. */
	private static double p99(Span span) {
		DurationCounts.Snapshot durations = span.durations();
		return (durations.count() >= FEWEST_CALLS) ? durations.quantileMillis(0.99) : 0;
	}

	/**
	 * The event loops run their tasks later, in each of three seconds. Each loop has only
	 * five of the probe's tasks per second, and a pause delays one or two of them.
	 */
	private static Optional<String> later(List<Reading> before, List<Reading> after) {
		double worst = most(Span.pieces(before, SECOND), Harm::lag);
		double now = least(Span.pieces(last(after, 3 * SECOND), SECOND), Harm::lag);
		return text(after.size() > 3 * SECOND && worst > 0 && now > SLOWER * worst + LATER_MILLIS,
				"event loops run a quarter of their tasks %.1f ms late or more (at most %.1f ms before)", now, worst);
	}

	/** 0 without tasks. */
	private static double lag(Span span) {
		DurationCounts.Snapshot lags = span.lags();
		return (lags.count() > 0) ? lags.quantileMillis(0.75) : 0;
	}

	/** Collections take much of the time, and leave the heap nearly full. */
	private static Optional<String> fuller(List<Reading> before, List<Reading> after) {
		double most = before.stream().mapToDouble(Reading::heap).max().orElse(0);
		double now = after.get(after.size() - 1).heap();
		double paused = Span.of(last(after, JUDGED)).pausedShare();
		return text(
				after.size() > SECOND && now > Math.max(FULL, most + FULLER)
						&& paused > Math.max(PAUSED, 2 * Span.of(before).pausedShare()),
				"collections take %.0f %% of the time and leave %.0f %% of the heap in use (at most %.0f %% before)",
				100 * paused, 100 * now, 100 * most);
	}

	private static double most(List<Span> pieces, ToDoubleFunction<Span> figure) {
		return pieces.stream().mapToDouble(figure).max().orElse(0);
	}

	private static double least(List<Span> pieces, ToDoubleFunction<Span> figure) {
		return pieces.stream().mapToDouble(figure).min().orElse(0);
	}

	private static List<Reading> last(List<Reading> readings, int steps) {
		return readings.subList(Math.max(0, readings.size() - 1 - steps), readings.size());
	}

	private static Optional<String> text(boolean worse, String format, Object... figures) {
		return worse ? Optional.of(String.format(Locale.ROOT, format, figures)) : Optional.empty();
	}

}
