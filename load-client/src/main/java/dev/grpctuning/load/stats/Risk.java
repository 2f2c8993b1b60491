package dev.grpctuning.load.stats;

import org.apache.commons.statistics.distribution.TDistribution;

import dev.grpctuning.slices.Autocorrelation;
import dev.grpctuning.slices.Evidence;

/**
 * The chance of a wrong verdict that a comparison may take.
 *
 * @param error that of all looks together
 */
public record Risk(Unit unit, Look look, double error) {

	/** Of a number of rounds that was set before. */
	public static Risk of(double error) {
		return new Risk(Unit.ROUND, Look.ONLY, error);
	}

	/** Units that are as good as this number of independent ones. */
	double independentUnits(double[] differences) {
		return switch (this.unit) {
			case ROUND -> differences.length;
			case BATCH -> Autocorrelation.independentUnits(differences);
		};
	}

	/** Half of the width of an interval in standard errors of the mean. */
	double critical(double units, double freedom) {
		Evidence evidence = this.unit.evidence(this.error);
		return switch (this.look) {
			case ONLY -> (freedom > 0) ? TDistribution.of(freedom).inverseSurvivalProbability(this.error / 2)
					: Double.POSITIVE_INFINITY;
			case DURING -> evidence.critical(units, freedom, false);
			case LAST -> evidence.critical(units, freedom, true);
		};
	}

	/**
	 * The error of {@link Comparison#none} after a number of units. Those of all looks
	 * add up to the error, because 1 / 2 + 1 / 6 + 1 / 12 … is 1.
	 */
	public double ofNone(int units) {
		double looks = this.unit.evidence(this.error).looks();
		return switch (this.look) {
			case ONLY -> this.error;
			case DURING -> (units < 2) ? 0 : looks * this.error / units / (units - 1);
			case LAST -> (1 - looks) * this.error;
		};
	}

	/** When a comparison is made. */
	public enum Look {

		/** Once, at an end that was set before. */
		ONLY,

		/** After one unit of several, after each of which the experiment may end. */
		DURING,

		/** At the planned end of an experiment that was looked at before. */
		LAST

	}

	/** What has a value for each variant. */
	public enum Unit {

		/**
		 * A run of each variant. There are few of them, so one experiment of twenty may
		 * be wrong. Looks have a fifth of that: with a half, five rounds would find 54 %
		 * of differences of 1.5 standard deviations, and not 64 %.
		 */
		ROUND("round", "rounds", Comparison.FAMILY_ERROR) {
			@Override
			Evidence evidence(double error) {
				return new Evidence(error, 5, 0.2);
			}
		},

		/**
		 * The slices of about a second. There are a hundred in minutes, and somebody who
		 * lets a machine decide does so often: one experiment of a hundred may be wrong.
		 * What disturbs one also disturbs the next.
		 */
		BATCH("batch", "batches", 0.01) {
			@Override
			Evidence evidence(double error) {
				return new Evidence(error);
			}
		};

		private final String one;

		private final String many;

		private final double familyError;

		Unit(String one, String many, double familyError) {
			this.one = one;
			this.many = many;
			this.familyError = familyError;
		}

		abstract Evidence evidence(double error);

		public String one() {
			return this.one;
		}

		public String many() {
			return this.many;
		}

		/** Error that all comparisons of an experiment share. */
		public double familyError() {
			return this.familyError;
		}

	}

}
