package dev.grpctuning.load.search.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Knee;

/**
 * A knee as it is written to a result file.
 *
 * @param callsPerSecond highest rate at which the objective held, 0 if it held at none
 * @param brokenPerSecond lowest rate above it at which it did not hold, or {@code null}
 * if there was none
 */
public record KneeFigures(double callsPerSecond, @Nullable Double brokenPerSecond, Knee.Limit limit) {

	public static KneeFigures of(Knee knee) {
		return new KneeFigures(knee.rate(), Double.isFinite(knee.broken()) ? knee.broken() : null, knee.limit());
	}

	public boolean found() {
		return this.callsPerSecond > 0;
	}

}
