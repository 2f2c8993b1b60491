package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Spends the error of a comparison that is looked at after each round, so that it may end
 * as soon as it is decided. Somebody who tests at 5 % after each of ten rounds is wrong
 * in one experiment of five.
 * <p>
 * By the share t of the time, error · t³ may be spent: Kim and DeMets, Design and
 * Analysis of Group Sequential Tests Based on the Type I Error Spending Rate Function
 * (1987), with time instead of information as in Lan and DeMets, Group Sequential
 * Procedures: Calendar versus Information Time (1989). So it does not matter how many
 * rounds there are, and little is spent on the first.
 * <p>
 * The boundary of each look is that of sums of normal variables, integrated from look to
 * look (Armitage, McPherson and Rowe, Repeated Significance Tests on Accumulating Data,
 * 1969). Its error at one look is then used with Student's t-distribution, as in Jennison
 * and Turnbull, Group Sequential Methods (2000), section 4.4. Intervals at these errors
 * are repeated confidence intervals: all of them together hold the true ratio.
 */
public final class Looks {

	private static final double EXPONENT = 3;

	/** Points from one boundary to the other, odd for Simpson's rule. */
	private static final int POINTS = 201;

	private static final int BISECTIONS = 60;

	private static final double FARTHEST = 40;

	private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

	private Looks() {
	}

	/**
	 * The two-sided error of the last of several looks.
	 * @param rounds rounds at each look, ascending
	 * @param time share of the time that was over at each look; 1 at the last that is
	 * possible
	 */
	static double error(List<Integer> rounds, List<Double> time, double error) {
		double[] sums = { 0 };
		double[] weights = { 1 };
		double before = 0;
		double spent = 0;
		double last = 0;
		for (int look = 0; look < rounds.size(); look++) {
			double step = Math.sqrt(rounds.get(look) - before);
			double root = Math.sqrt(rounds.get(look));
			double allowed = Math.max(spent, error * Math.pow(Math.min(time.get(look), 1), EXPONENT));
			double boundary = boundary(sums, weights, step, root, allowed - spent);
			double[] next = points(boundary * root);
			weights = weights(sums, weights, next, step);
			sums = next;
			before = rounds.get(look);
			spent = allowed;
			last = 2 * NORMAL.survivalProbability(boundary);
		}
		return last;
	}

	/** The error after rounds that ended at these shares of the time; 0 after one. */
	public static double afterLast(List<Double> time, double error) {
		return (time.size() < 2) ? 0
				: error(IntStream.rangeClosed(2, time.size()).boxed().toList(), time.subList(1, time.size()), error);
	}

	private static double boundary(double[] sums, double[] weights, double step, double root, double allowed) {
		double low = 0;
		double high = FARTHEST;
		for (int i = 0; i < BISECTIONS; i++) {
			double middle = (low + high) / 2;
			if (outside(sums, weights, step, middle * root) > allowed) {
				low = middle;
			}
			else {
				high = middle;
			}
		}
		return high;
	}

	private static double outside(double[] sums, double[] weights, double step, double bound) {
		return IntStream.range(0, sums.length)
			.mapToDouble((i) -> weights[i] * (NORMAL.survivalProbability((bound - sums[i]) / step)
					+ NORMAL.survivalProbability((bound + sums[i]) / step)))
			.sum();
	}

	private static double[] points(double bound) {
		double[] points = new double[POINTS];
		Arrays.setAll(points, (i) -> bound * (2.0 * i / (POINTS - 1) - 1));
		return points;
	}

	/** Density of the sums inside the boundary, times the weights of Simpson's rule. */
	private static double[] weights(double[] sums, double[] weights, double[] next, double step) {
		double[] result = new double[POINTS];
		double width = next[1] - next[0];
		Arrays.setAll(result, (at) -> {
			double simpson = (at == 0 || at == POINTS - 1) ? 1 : (at % 2 != 0) ? 4 : 2;
			double density = IntStream.range(0, sums.length)
				.mapToDouble((i) -> weights[i] * NORMAL.density((next[at] - sums[i]) / step) / step)
				.sum();
			return simpson * width / 3 * density;
		});
		return result;
	}

}
