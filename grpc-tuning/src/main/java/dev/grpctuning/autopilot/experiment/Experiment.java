package dev.grpctuning.autopilot.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Sample.Calls;

/**
 * Compares the slices of a candidate with those of the present settings. A batch has as
 * many pairs of slices as are needed for the calls of both sides to be compared.
 */
final class Experiment {

	static final int PRESENT = 0;

	static final int CANDIDATE = 1;

	private static final long FEWEST_CALLS = 200;

	private static final double SHORTEST_BATCH = 0.5;

	/** Failures beyond the usual ones must be this far from chance. */
	private static final double CHANCE = 5;

	/** The same for a look, of which several must agree. */
	private static final double CHANCE_OF_LOOK = 3;

	private static final double SLOWER = 3;

	private static final double SLOWER_MILLIS = 5;

	private static final long FEWEST_TO_TIME = 100;

	private static final double STOPPED = 0.3;

	private static final long FEWEST_EXPECTED = 50;

	private static final long FEWEST_OF_LOOK = 5;

	private static final int PILED_UP = 50;

	/** A duration that is far below the objective does not matter. */
	private static final double NEAR = 0.5;

	/** Calls without the candidate: before it, and beside slices that were suspicious. */
	private Calls usual;

	private final int mostOpenBefore;

	private final @Nullable Duration objective;

	private final Map<Figure, List<Double>> gains = new EnumMap<>(Figure.class);

	private Calls[] batch = { Calls.NONE, Calls.NONE };

	private final Calls[] all = { Calls.NONE, Calls.NONE };

	private int batches;

	/**
	 * Creates an experiment.
	 * @param before calls of the last seconds
	 * @param mostOpenBefore most calls that were open in them
	 * @param objective duration that 99 % of the calls must not exceed
	 */
	Experiment(Calls before, int mostOpenBefore, @Nullable Duration objective) {
		this.usual = before;
		this.mostOpenBefore = mostOpenBefore;
		this.objective = objective;
		for (Figure figure : Figure.values()) {
			this.gains.put(figure, new ArrayList<>());
		}
	}

	/** Adds the calls of a slice. */
	void add(int side, Calls calls) {
		this.all[side] = this.all[side].plus(calls);
		this.batch[side] = this.batch[side].plus(calls);
	}

	/**
	 * Compares what came since the last batch, if it is enough. After a pair of slices.
	 */
	boolean endPair() {
		Calls present = this.batch[0];
		Calls candidate = this.batch[1];
		if (Math.min(present.ended(), candidate.ended()) < FEWEST_CALLS
				|| Math.min(present.seconds(), candidate.seconds()) < SHORTEST_BATCH) {
			return false;
		}
		this.gains.forEach((figure, list) -> list.add(figure.gain(present, candidate)));
		this.batch = new Calls[] { Calls.NONE, Calls.NONE };
		this.batches++;
		return true;
	}

	int batches() {
		return this.batches;
	}

	/**
	 * What is worse by far than usual, {@code null} if nothing is. The machine or the
	 * load may be the reason.
	 * @param open calls that are open after them
	 */
	@Nullable String suspicion(Calls suspects, int open) {
		String stopped = (open >= this.mostOpenBefore) ? stopped(this.usual, suspects, FEWEST_EXPECTED) : null;
		return (stopped != null) ? stopped : worse(this.usual, suspects, CHANCE, CHANCE, FEWEST_TO_TIME);
	}

	/**
	 * What is also worse than with the present settings just before, {@code null} if
	 * nothing is.
	 * @param neighbours calls of the present settings
	 * @param during calls of the candidate
	 * @param piledUp by how many more calls are open after these
	 * @param since these calls and those after them, when the candidate's calls have
	 * ended
	 */
	@Nullable String harm(Calls neighbours, Calls during, int piledUp, Calls since) {
		String harm = Stream
			.of((2 * piledUp > during.ended()) ? stopped(neighbours, during, FEWEST_OF_LOOK) : null,
					worse(neighbours, during, CHANCE_OF_LOOK, 0, 1), worse(neighbours, since, CHANCE_OF_LOOK, 0, 1))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
		if (harm == null) {
			this.usual = this.usual.plus(neighbours);
		}
		return harm;
	}

	/** Whether far more calls are open than ever before. */
	boolean isCrowded(int open) {
		return open > 2 * this.mostOpenBefore + PILED_UP;
	}

	private @Nullable String stopped(Calls others, Calls suspects, long fewest) {
		double expected = Math.min(others.perSecond(), this.usual.perSecond()) * suspects.seconds();
		return (expected >= fewest && suspects.ended() < STOPPED * expected)
				? text("%d calls ended in %.2f s, where %.0f were expected", suspects.ended(), suspects.seconds(),
						expected)
				: null;
	}

	private @Nullable String worse(Calls others, Calls suspects, double chance, double pause, long fewest) {
		double share = Math.max(others.outsideShare(), this.usual.outsideShare());
		double expected = suspects.ended() * Math.min(1, Figure.OUTSIDE.worth() + 2 * share);
		// One pause of the machine is no harm.
		if (suspects.outside() > expected + chance * Math.sqrt(expected + 1) + pause) {
			return text("%d of %d calls were outside the objective (%.1f %% without the candidate)", suspects.outside(),
					suspects.ended(), 100 * share);
		}
		double p99 = suspects.p99Millis();
		double usually = Math.max(others.p99Millis(), this.usual.p99Millis());
		boolean enough = Math.min(suspects.durations().count(), others.durations().count()) >= fewest;
		return (enough && isNearObjective(p99) && p99 > SLOWER * usually + SLOWER_MILLIS)
				? text("p99 was %.1f ms (%.1f ms without the candidate)", p99, usually) : null;
	}

	private boolean isNearObjective(double millis) {
		return this.objective == null || millis > NEAR * this.objective.toNanos() / 1e6;
	}

	/** The figures that count. */
	List<Comparison> comparisons(boolean planned) {
		boolean latency = isNearObjective(Math.max(this.usual.p99Millis(), this.all[CANDIDATE].p99Millis()));
		return this.gains.entrySet()
			.stream()
			.filter((each) -> latency || !each.getKey().isLatency())
			.map((each) -> Comparison.of(each.getKey(),
					each.getValue().stream().mapToDouble(Double::doubleValue).toArray(), planned))
			.toList();
	}

	/**
	 * Decides. More calls within the objective come first. Otherwise a candidate that is
	 * worse in one figure is never better, whatever it gains in another.
	 * @param planned whether the longest experiment is over
	 * @return {@code null} if it is not decided
	 */
	static @Nullable Verdict verdict(List<Comparison> comparisons, boolean planned) {
		Comparison outside = comparisons.stream()
			.filter((each) -> each.figure() == Figure.OUTSIDE)
			.findFirst()
			.orElseThrow();
		boolean better = comparisons.stream().anyMatch(Comparison::isBetter);
		boolean worse = comparisons.stream().anyMatch(Comparison::isWorse);
		if (outside.isBetter()
				&& comparisons.stream().noneMatch((each) -> each.figure() == Figure.GOODPUT && each.isWorse())) {
			return Verdict.BETTER;
		}
		if (worse) {
			return better ? Verdict.NO_GAIN : Verdict.WORSE;
		}
		if (better) {
			return Verdict.BETTER;
		}
		// Clients that wait for answers send more calls only if these come sooner.
		boolean giveUp = comparisons.stream()
			.allMatch((each) -> each.figure() == Figure.GOODPUT || each.isHardlyBetter());
		return (giveUp || planned) ? Verdict.NO_GAIN : null;
	}

	private static String text(String format, Object... figures) {
		return String.format(Locale.ROOT, format, figures);
	}

}
