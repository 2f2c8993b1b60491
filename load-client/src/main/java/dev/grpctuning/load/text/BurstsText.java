package dev.grpctuning.load.text;

import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.stats.Figures;

/**
 * How long calls of bursts took, such as {@code ended 120 ms after the last send (median
 * of 100), 340 ms at most}.
 */
public final class BurstsText {

	private BurstsText() {
	}

	public static String of(Bursts bursts) {
		String ended = (bursts.bursts() != 0) ? "ended %s after the last send (median of %s), %s at most"
			.formatted(millis(bursts.medianMillis()), Figures.count(bursts.bursts()), millis(bursts.maxMillis()))
				: "none ended";
		return (bursts.unfinished() != 0) ? ended + "; %s not ended".formatted(Figures.count(bursts.unfinished()))
				: ended;
	}

	private static String millis(double millis) {
		return Figures.micros(Math.round(millis * 1000));
	}

}
