package dev.grpctuning.console.sample;

import org.jspecify.annotations.Nullable;

/**
 * Figures with no more digits than a chart can show, because a browser keeps thousands.
 */
final class Rounded {

	private Rounded() {
	}

	static double toTenths(double value) {
		return Math.round(value * 10) / 10.0;
	}

	/** Returns {@code null} for NaN. */
	static @Nullable Double toThousandths(double value) {
		return Double.isNaN(value) ? null : (Double) (Math.round(value * 1000) / 1000.0);
	}

}
