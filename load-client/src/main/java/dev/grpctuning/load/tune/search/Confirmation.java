package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Stream;

import dev.grpctuning.load.compare.Rounds;
import dev.grpctuning.load.stats.Blocks;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.Risk;
import dev.grpctuning.load.stats.Risk.Look;
import dev.grpctuning.load.stats.Risk.Unit;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;
import dev.grpctuning.load.tune.search.TuningTrials.Observation;
import dev.grpctuning.load.tune.search.TuningTrials.Step;

/**
 * Tests whether a candidate is better than the configured settings, and which of its
 * lines are better by themselves.
 * <p>
 * The configured settings, the candidate and, if there is time, the candidate without
 * each of its lines take turns. The candidate holds their rate, and the others are
 * overloaded if their scores are right. The latency shows this at once. (Throughput does
 * not: below the knee it equals the rate.)
 * <p>
 * A user sets all lines together, so they are tested together, at an error of 5 %. A line
 * that was not shown to be better stays, unless it was shown to be of no use: without it
 * the latency is the same within 5 %, or shorter. The single lines are tested only if all
 * lines together were shown to be better, and share an error of 5 %. So all verdicts
 * together are wrong in at most one of twenty searches (a fixed sequence: Maurer, Hothorn
 * and Lehmacher, Multiple Comparisons in Drug Clinical Trials, 1995). The rounds may end
 * after each, because {@link Risk} has a part of the error for such looks.
 */
public final class Confirmation {

	/** Share of its score that a candidate holds on a slightly slower machine. */
	private static final double SAFE_SHARE = 0.8;

	/** Maximum latency that a spoilt run counts, in medians of its candidate. */
	private static final double MOST_SPOILT = 4;

	/** A rival that is worse than this share leaves more than room enough. */
	private static final double LOWEST_SHARE = 1.0 / 16;

	/**
	 * Rounds in a row that show nothing, because the client could drive the rate for
	 * none.
	 */
	private static final int MOST_SATURATED = 3;

	/** At half of its score a candidate that is any good holds the objective. */
	private static final int MOST_LOWERED = 3;

	/** Number of rounds that show a large difference. */
	public static final int FEWEST_ROUNDS = 5;

	public static final int MOST_ROUNDS = 100;

	private static final int USUAL_ROUNDS = 12;

	private final int mostRounds;

	private final double configured;

	private final double best;

	private final TuningTrials trials;

	private final Map<Candidate, List<Observation>> seen = new HashMap<>();

	private Look look = Look.DURING;

	/**
	 * Creates a confirmation.
	 * @param configured approximate highest rate that the configured settings held
	 * @param best approximate highest rate that the candidate held
	 * @param mostRounds maximum number of rounds
	 */
	Confirmation(double configured, double best, int mostRounds, TuningTrials trials) {
		this.mostRounds = mostRounds;
		this.configured = configured;
		this.best = best;
		this.trials = trials;
	}

	/** Rounds that show effects of about a tenth more often the more time there is. */
	public static int rounds(Duration time) {
		return Math.clamp(time.toMinutes(), USUAL_ROUNDS, MOST_ROUNDS);
	}

	Recommendation confirm(Candidate candidate) throws IOException, InterruptedException {
		double rate = rate(candidate);
		List<Candidate> all = List.of(Candidate.CONFIGURED, candidate);
		if (candidate.knobs().size() > 1) {
			List<Candidate> more = Stream
				.concat(all.stream(), candidate.knobs().keySet().stream().map(candidate::without))
				.toList();
			if (this.trials.clock().fits(this.trials.groups(more), FEWEST_ROUNDS)) {
				all = more;
			}
		}
		int rounds = rounds(candidate, all, rate);
		List<Line> tested = candidate.knobs().entrySet().stream().map((knob) -> line(candidate, knob)).toList();
		boolean together = compare(Candidate.CONFIGURED, candidate, 1).verdict() == Verdict.BETTER;
		Optional<Line> dropped = tested.stream()
			.filter((line) -> together && line.superfluous())
			.max(Comparator.comparingDouble((line) -> (line.comparison() != null) ? line.comparison().ratio() : 0));
		Candidate left = dropped.map((line) -> candidate.without(line.knob())).orElse(candidate);
		Comparison whole = compare(Candidate.CONFIGURED, left, 1);
		int held = held(left);
		int heldConfigured = held(Candidate.CONFIGURED);
		// The machine may have become slower since the rate was chosen.
		boolean shown = whole.verdict() == Verdict.BETTER && (held * 2 > rounds || held > heldConfigured);
		return new Recommendation(shown ? Conclusion.RECOMMENDED : Conclusion.NOT_SHOWN, this.configured, left.knobs(),
				this.best, this.trials.comparedBy(), rate, rounds, held, heldConfigured, whole,
				shown ? tested.stream().filter((line) -> left.knobs().containsKey(line.knob())).toList() : List.of(),
				shown ? dropped.stream().toList() : List.of());
	}

	private Line line(Candidate candidate, Entry<String, String> knob) {
		Candidate without = candidate.without(knob.getKey());
		return new Line(knob.getKey(), knob.getValue(),
				this.seen.containsKey(without) ? compare(without, candidate, candidate.knobs().size()) : null);
	}

	/**
	 * A rate between the two scores that the candidate holds. For several lines it is
	 * close to the candidate's, since it may be nearly as good without one of them.
	 * <p>
	 * The best of many scores is too good to be true. So if there is room above the rate
	 * of the configured settings, the rate is lowered until the candidate holds it once.
	 */
	private double rate(Candidate candidate) throws IOException, InterruptedException {
		double lowest = Math.max(this.configured, LOWEST_SHARE * this.best);
		double rate = Math.sqrt(lowest * this.best);
		if (candidate.knobs().size() > 1) {
			rate = Math.max(rate, SAFE_SHARE * this.best);
		}
		int lowered = 0;
		while (lowered < MOST_LOWERED && rate * SAFE_SHARE >= lowest && !holds(candidate, rate)) {
			rate *= SAFE_SHARE;
			lowered++;
		}
		return rate;
	}

	/** A disturbance makes objectives fail, not hold. */
	private boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException {
		return seen(candidate, rate).held() || seen(candidate, rate).held();
	}

	private Observation seen(Candidate candidate, double rate) throws IOException, InterruptedException {
		return this.trials.tried(List.of(candidate), Step.ROUND, 0, rate).getOrDefault(candidate, Observation.NONE);
	}

	/** Runs rounds until all is decided, or the time or their number is used up. */
	private int rounds(Candidate candidate, List<Candidate> all, double rate) throws IOException, InterruptedException {
		List<List<Candidate>> groups = this.trials.groups(all);
		int round = 0;
		int saturated = 0;
		while (!isDecided(candidate, all)) {
			if (round == this.mostRounds || !this.trials.clock().fits(groups, 1)) {
				this.look = Look.LAST;
				return round;
			}
			Map<Candidate, Observation> now = new HashMap<>();
			for (List<Candidate> group : Rounds.turned(groups, round)) {
				if (this.trials.clock().isOver()) {
					this.look = Look.LAST;
					return round;
				}
				now.putAll(this.trials.tried(group, Step.ROUND, round + 1, rate));
			}
			// A single candidate may leave the client too little of the processors.
			if (now.values().stream().allMatch(Observation::saturated)) {
				saturated++;
				if (saturated == MOST_SATURATED) {
					throw new SaturatedException(rate);
				}
				continue;
			}
			saturated = 0;
			now.forEach(
					(one, observation) -> this.seen.computeIfAbsent(one, (any) -> new ArrayList<>()).add(observation));
			round++;
		}
		return round;
	}

	/**
	 * Whether the candidate was shown to be better or worse than the configured settings
	 * and, if better, each line to be better or superfluous.
	 */
	private boolean isDecided(Candidate candidate, List<Candidate> all) {
		Verdict whole = compare(Candidate.CONFIGURED, candidate, 1).verdict();
		return whole == Verdict.WORSE || whole == Verdict.BETTER && all.stream()
			.filter((other) -> !other.equals(candidate) && !other.equals(Candidate.CONFIGURED))
			.map((without) -> compare(without, candidate, candidate.knobs().size()).verdict())
			.noneMatch(Verdict.NO_DIFFERENCE_SHOWN::equals);
	}

	private Comparison compare(Candidate against, Candidate candidate, int comparisons) {
		double resolution = Stream.of(against, candidate)
			.flatMap((one) -> of(one).stream())
			.mapToDouble(Observation::resolution)
			.max()
			.orElse(0);
		double[][] rows = Stream.concat(Stream.of(against, candidate), this.seen.keySet().stream())
			.distinct()
			.map(this::latencies)
			.toArray(double[][]::new);
		return new Blocks(List.<double[][]>of(rows)).compare(0, 1, Better.LOWER, resolution,
				new Risk(Unit.ROUND, this.look, Unit.ROUND.familyError() / comparisons));
	}

	private double[] latencies(Candidate candidate) {
		double[] all = of(candidate).stream().mapToDouble(Observation::latency).toArray();
		double[] sorted = Arrays.stream(all).filter(Double::isFinite).sorted().toArray();
		double most = (sorted.length != 0) ? MOST_SPOILT * sorted[sorted.length / 2] : 0;
		return Arrays.stream(all).map((latency) -> Math.min(latency, most)).toArray();
	}

	private int held(Candidate candidate) {
		return (int) of(candidate).stream().filter(Observation::held).count();
	}

	private List<Observation> of(Candidate candidate) {
		return this.seen.getOrDefault(candidate, List.of());
	}

}
