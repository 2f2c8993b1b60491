package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.grpctuning.load.stats.Better;
import dev.grpctuning.load.stats.Blocks;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

/**
 * Tests whether a candidate is better than the configured settings, and whether each of
 * its lines improves it.
 * <p>
 * Each stage runs three kinds of trials in turn: the candidate, the configured settings,
 * and the candidate without one of its lines. Their rate is one that the candidate holds
 * and that the others exceed if their scores are right, which the latency shows at once.
 * (Throughput does not: below the knee it equals the rate.) Lines without a shown effect
 * are removed one by one, beginning with the smallest effect. The rest is tested in a
 * stage of its own. All comparisons of all stages share one error of 5 %.
 */
final class Confirmation {

	/** Share of its score that a candidate holds on a slightly slower machine. */
	private static final double SAFE_SHARE = 0.8;

	/** Maximum latency that a spoilt run counts, in medians of its candidate. */
	private static final double MOST_SPOILT = 4;

	/** A rival that is worse than this share leaves more than room enough. */
	private static final double LOWEST_SHARE = 1.0 / 16;

	/** At half of its score a candidate that is any good holds the objective. */
	private static final int MOST_LOWERED = 3;

	private final Map<Candidate, Double> scores;

	private final TuningTrials trials;

	private final List<Line> dropped = new ArrayList<>();

	/**
	 * Creates a confirmation.
	 * @param scores highest rates that candidates held, roughly
	 */
	Confirmation(Map<Candidate, Double> scores, TuningTrials trials) {
		this.scores = scores;
		this.trials = trials;
	}

	/** Most comparisons of all stages; without its only line it is as configured. */
	static int comparisons(int lines) {
		int sum = 1;
		for (int left = lines; left > 1; left--) {
			sum += 1 + left;
		}
		return sum;
	}

	/** How many candidates run in each round of a stage. */
	static int runs(int lines) {
		return (lines > 1) ? lines + 2 : 2;
	}

	Recommendation confirm(Candidate candidate) throws IOException, InterruptedException {
		int comparisons = comparisons(candidate.knobs().size());
		Candidate left = candidate;
		while (true) {
			Stage stage = stage(left, comparisons);
			List<Line> notShown = stage.lines().stream().filter((line) -> !better(line.comparison())).toList();
			boolean shown = better(stage.whole()) && stage.held() * 2 > stage.rounds();
			if (!shown || notShown.isEmpty()) {
				return recommendation(left, stage, shown);
			}
			Line least = notShown.stream()
				.max(Comparator.comparingDouble((line) -> line.comparison().ratio()))
				.orElseThrow();
			this.dropped.add(least);
			double whole = score(left);
			left = left.without(least.knob());
			this.scores.putIfAbsent(left, whole);
		}
	}

	private double score(Candidate candidate) {
		return this.scores.getOrDefault(candidate, 0.0);
	}

	private Recommendation recommendation(Candidate best, Stage stage, boolean shown) {
		return new Recommendation(shown ? Conclusion.RECOMMENDED : Conclusion.NOT_SHOWN, score(Candidate.CONFIGURED),
				best, score(best), stage.rate(), stage.whole(), stage.held(), stage.heldConfigured(),
				shown ? stage.lines() : List.of(), this.dropped);
	}

	/**
	 * A rate between the score of the candidate and the best of its rivals, but one that
	 * it holds. A rival that is nearly as good, or was not scored, may hold it too.
	 * <p>
	 * The best of many scores is too good to be true. So if there is room above what is
	 * configured, the rate is lowered until the candidate holds it once.
	 */
	private double rate(Candidate candidate, Set<Candidate> rivals) throws IOException, InterruptedException {
		double best = score(candidate);
		double configured = Math.max(score(Candidate.CONFIGURED), LOWEST_SHARE * best);
		double second = Math.max(configured, rivals.stream().mapToDouble(this::score).max().orElse(0));
		double rate = Math.sqrt(configured * best);
		if (rivals.size() > 1) {
			rate = Math.max(rate, SAFE_SHARE * best);
		}
		if (rivals.stream().allMatch(this.scores::containsKey)) {
			rate = Math.min(rate, Math.sqrt(second * best));
		}
		int lowered = 0;
		while (lowered < MOST_LOWERED && rate * SAFE_SHARE >= configured && !holds(candidate, rate)) {
			rate *= SAFE_SHARE;
			lowered++;
		}
		return rate;
	}

	/** What spoils a trial makes objectives break, not hold. */
	private boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException {
		return this.trials.holds(candidate, rate) || this.trials.holds(candidate, rate);
	}

	private Stage stage(Candidate candidate, int comparisons) throws IOException, InterruptedException {
		Set<Candidate> rivals = new LinkedHashSet<>(List.of(Candidate.CONFIGURED));
		candidate.knobs().keySet().forEach((knob) -> rivals.add(candidate.without(knob)));
		double rate = rate(candidate, rivals);
		List<Candidate> all = new ArrayList<>(rivals);
		all.add(1, candidate);
		Map<Candidate, List<TuningTrials.Observation>> seen = this.trials.rounds(all, rate);
		List<Line> lines = candidate.knobs()
			.entrySet()
			.stream()
			.map((knob) -> new Line(knob.getKey(), knob.getValue(),
					compare(seen, candidate.without(knob.getKey()), candidate, comparisons)))
			.toList();
		return new Stage(rate, compare(seen, Candidate.CONFIGURED, candidate, comparisons), lines,
				held(seen, candidate), held(seen, Candidate.CONFIGURED), of(seen, candidate).size());
	}

	private static Comparison compare(Map<Candidate, List<TuningTrials.Observation>> seen, Candidate against,
			Candidate candidate, int comparisons) {
		double resolution = Stream.of(against, candidate)
			.flatMap((one) -> of(seen, one).stream())
			.mapToDouble(TuningTrials.Observation::resolution)
			.max()
			.orElse(0);
		double[][] rows = Stream.concat(Stream.of(against, candidate), seen.keySet().stream())
			.distinct()
			.map((one) -> latencies(seen, one))
			.toArray(double[][]::new);
		return new Blocks(List.<double[][]>of(rows)).compare(0, 1, Better.LOWER, resolution,
				Comparison.FAMILY_ERROR / comparisons);
	}

	private static double[] latencies(Map<Candidate, List<TuningTrials.Observation>> seen, Candidate candidate) {
		double[] all = of(seen, candidate).stream().mapToDouble(TuningTrials.Observation::latency).toArray();
		double[] sorted = Arrays.stream(all).filter(Double::isFinite).sorted().toArray();
		double most = (sorted.length != 0) ? MOST_SPOILT * sorted[sorted.length / 2] : 0;
		return Arrays.stream(all).map((latency) -> Math.min(latency, most)).toArray();
	}

	private static int held(Map<Candidate, List<TuningTrials.Observation>> seen, Candidate candidate) {
		return (int) of(seen, candidate).stream().filter(TuningTrials.Observation::held).count();
	}

	private static List<TuningTrials.Observation> of(Map<Candidate, List<TuningTrials.Observation>> seen,
			Candidate candidate) {
		return seen.getOrDefault(candidate, List.of());
	}

	private static boolean better(Comparison comparison) {
		return comparison.verdict() == Verdict.BETTER;
	}

	private record Stage(double rate, Comparison whole, List<Line> lines, int held, int heldConfigured, int rounds) {
	}

}
