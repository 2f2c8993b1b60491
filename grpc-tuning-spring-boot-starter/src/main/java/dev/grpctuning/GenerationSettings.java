package dev.grpctuning;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How a new generation takes the place of the old one.
 *
 * @param change the way that the port changes hands
 * @param drainTimeout time that calls have to end on the old generation, {@code null} for
 * as long as they need
 */
public record GenerationSettings(GenerationChange change, @Nullable Duration drainTimeout) {

	/** A swap that waits for the last call. */
	public static final GenerationSettings DEFAULT = new GenerationSettings(GenerationChange.SWAP, null);

}
