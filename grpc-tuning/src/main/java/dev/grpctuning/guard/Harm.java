package dev.grpctuning.guard;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

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
		String worse = stopped(pieces, after);
		if (worse == null && !isOtherLoad(pieces, after)) {
			Span judged = Span.last(after, JUDGED);
			worse = failing(pieces, Span.of(before), judged);
			worse = (worse != null) ? worse : slower(pieces, after);
		}
		return Optional.ofNullable(worse);
	}

	/** Answers have stopped while calls pile up. */
	private static @Nullable String stopped(List<Span> pieces, List<Reading> after) {
		if (after.size() <= STEPS) {
			return null;
		}
		Span now = Span.last(after, STEPS);
		double least = pieces.stream().mapToDouble(Span::endedPerSecond).min().orElse(0);
		int open = pieces.stream().mapToInt((piece) -> piece.to().open()).max().orElse(0);
		boolean stopped = least * now.seconds() >= 2 * CHANCE * CHANCE && now.endedPerSecond() < STOPPED * least
				&& now.to().open() > open;
		return stopped ? text("%.0f calls per second end (at least %.0f before), %d are open (at most %d before)",
				now.endedPerSecond(), least, now.to().open(), open) : null;
	}

	private static boolean isOtherLoad(List<Span> pieces, List<Reading> after) {
		double most = pieces.stream().mapToDouble(Span::startedPerSecond).max().orElse(0);
		return Span
			.pieces(after.subList(Math.max(0, after.size() - 1 - JUDGED), after.size()),
					Math.min(STEPS, after.size() - 1))
			.stream()
			.anyMatch((piece) -> piece.startedPerSecond() * piece.seconds() > OTHER_LOAD * most * piece.seconds()
					+ RARE * Math.sqrt(most * piece.seconds()));
	}

	/** More calls fail, or miss the objective. */
	private @Nullable String failing(List<Span> pieces, Span before, Span judged) {
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
		return (bad > most) ? text("%.1f %% of %d calls failed%s (%.1f %% before)", 100.0 * bad / judged.ended(),
				judged.ended(), this.objective.hasDurations() ? " or were too slow" : "", 100 * usual) : null;
	}

	/** The slowest calls are slower, in both halves of the time since. */
	private static @Nullable String slower(List<Span> pieces, List<Reading> after) {
		double worst = pieces.stream().mapToDouble((piece) -> p99(piece.durations())).max().orElse(0);
		List<Reading> judged = after.subList(Math.max(0, after.size() - 1 - JUDGED), after.size());
		int half = (judged.size() - 1) / 2;
		double first = p99(Span.of(judged.subList(0, half + 1)).durations());
		double last = p99(Span.of(judged.subList(half, judged.size())).durations());
		double most = SLOWER * worst + SLOWER_MILLIS;
		return (worst > 0 && Math.min(first, last) > most)
				? text("p99 is %.1f ms (at most %.1f ms before)", Math.min(first, last), worst) : null;
	}

	/** 0 with too few calls. */
	private static double p99(DurationCounts.Snapshot durations) {
		return (durations.count() >= FEWEST_CALLS) ? durations.quantileMillis(0.99) : 0;
	}

	private static String text(String format, Object... figures) {
		return String.format(Locale.ROOT, format, figures);
	}

}
