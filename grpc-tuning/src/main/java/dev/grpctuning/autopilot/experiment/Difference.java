package dev.grpctuning.autopilot.experiment;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Difference of a candidate from the settings in force.
 *
 * @param percent by how many percent the figure is larger with the candidate; percentage
 * points if it is a share
 * @param low lower bound, {@code null} if there is none yet
 * @param high upper bound, {@code null} if there is none yet
 */
public record Difference(Figure figure, double percent, @Nullable Double low, @Nullable Double high) {

	/** Whether it is more than chance. */
	public boolean differs() {
		return (this.low != null && this.low > 0) || (this.high != null && this.high < 0);
	}

	@Override
	public String toString() {
		String bounds = (this.low != null && this.high != null)
				? String.format(Locale.ROOT, " (%+.1f to %+.1f)", this.low, this.high) : "";
		return String.format(Locale.ROOT, "%s %+.1f %%%s", this.figure.words(), this.percent, bounds);
	}

}
