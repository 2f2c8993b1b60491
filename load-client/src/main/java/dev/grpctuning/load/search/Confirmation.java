package dev.grpctuning.load.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.grpctuning.load.search.Recommendation.Conclusion;
import dev.grpctuning.load.search.Recommendation.Line;
import dev.grpctuning.load.statistics.Better;
import dev.grpctuning.load.statistics.Comparison;
import dev.grpctuning.load.statistics.Verdict;

/**
 * Shows whether a candidate is better than what is configured, and each of its lines
 * better than its absence.
 * <p>
 * In each stage the candidate takes turns with what is configured and with itself without
 * each line, at a rate that the candidate still holds and the others, if they are as much
 * worse as their scores say, do not: the latency says so at once. (Throughput says less:
 * below the knee it is the rate, whatever the server.) A line that does not show is
 * dropped, the one that matters least first, and what is left goes through a stage of its
 * own. All comparisons that the stages can come to share one error of 5 %.
 */
final class Confirmation {

	/**
	 * So far below its score a candidate holds the objective though the machine is a
	 * little slower than it was.
	 */
	private static final double SAFE_SHARE = 0.8;

	private final Scores scores;

	private final int rung;

	private final TuningTrials trials;

	private final List<Line> dropped = new ArrayList<>();

	/**
	 * Prepares a confirmation.
	 * @param scores latest scores of the candidate and of what is configured
	 * @param rung rung in which a candidate is scored that has lost a line
	 * @param trials tries candidates
	 */
	Confirmation(Scores scores, int rung, TuningTrials trials) {
		this.scores = scores;
		this.rung = rung;
		this.trials = trials;
	}

	/**
	 * How many comparisons the stages can come to: that of the whole and of each line,
	 * but only one for a single line, whose absence is what is configured.
	 */
	static int comparisons(int lines) {
		int sum = 1;
		for (int left = lines; left > 1; left--) {
			sum += 1 + left;
		}
		return sum;
	}

	/**
	 * How many candidates run in each round of a stage.
	 */
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
			double hint = this.scores.of(left);
			left = left.without(least.knob());
			this.scores.score(left, this.rung, hint);
		}
	}

	private Recommendation recommendation(Candidate best, Stage stage, boolean shown) {
		return new Recommendation(shown ? Conclusion.RECOMMENDED : Conclusion.NOT_SHOWN,
				this.scores.of(Candidate.CONFIGURED), best, this.scores.of(best), stage.rate(), stage.whole(),
				stage.held(), stage.heldConfigured(), shown ? stage.lines() : List.of(), this.dropped);
	}

	/**
	 * Between both scores. Nearer to the better one if there are several lines: without
	 * one of them the candidate may still be much better than what is configured.
	 */
	private double rate(Candidate candidate) {
		double best = this.scores.of(candidate);
		double between = Math.sqrt(this.scores.of(Candidate.CONFIGURED) * best);
		return (candidate.knobs().size() == 1) ? between : Math.max(between, SAFE_SHARE * best);
	}

	private Stage stage(Candidate candidate, int comparisons) throws IOException, InterruptedException {
		Set<Candidate> all = new LinkedHashSet<>(List.of(Candidate.CONFIGURED, candidate));
		candidate.knobs().keySet().forEach((knob) -> all.add(candidate.without(knob)));
		double rate = rate(candidate);
		Map<Candidate, List<Observation>> seen = this.trials.rounds(List.copyOf(all), rate);
		List<Line> lines = candidate.knobs()
			.entrySet()
			.stream()
			.map((knob) -> new Line(knob.getKey(), knob.getValue(),
					compare(seen, candidate.without(knob.getKey()), candidate, comparisons)))
			.toList();
		return new Stage(rate, compare(seen, Candidate.CONFIGURED, candidate, comparisons), lines,
				held(seen, candidate), held(seen, Candidate.CONFIGURED), of(seen, candidate).size());
	}

	private static Comparison compare(Map<Candidate, List<Observation>> seen, Candidate against, Candidate candidate,
			int comparisons) {
		return Comparison.of(latencies(seen, against), latencies(seen, candidate), Better.LOWER, comparisons);
	}

	private static double[] latencies(Map<Candidate, List<Observation>> seen, Candidate candidate) {
		return of(seen, candidate).stream().mapToDouble(Observation::latency).toArray();
	}

	private static int held(Map<Candidate, List<Observation>> seen, Candidate candidate) {
		return (int) of(seen, candidate).stream().filter(Observation::held).count();
	}

	private static List<Observation> of(Map<Candidate, List<Observation>> seen, Candidate candidate) {
		return seen.getOrDefault(candidate, List.of());
	}

	private static boolean better(Comparison comparison) {
		return comparison.verdict() == Verdict.BETTER;
	}

	private record Stage(double rate, Comparison whole, List<Line> lines, int held, int heldConfigured, int rounds) {
	}

}
