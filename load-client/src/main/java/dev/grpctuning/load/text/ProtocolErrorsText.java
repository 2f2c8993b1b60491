package dev.grpctuning.load.text;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.stats.Figures;

/**
 * Protocol errors in one line: how many there were, and the first.
 */
public final class ProtocolErrorsText {

	public static final String LABEL = "protocol errors";

	private ProtocolErrorsText() {
	}

	/** Returns {@code null} if there were none, or if they were not counted. */
	public static @Nullable String of(@Nullable ProtocolErrors errors) {
		if (errors == null || errors.count() == 0) {
			return null;
		}
		String first = (errors.first() != null) ? errors.first().replaceAll("\\s+", " ") : "";
		return Figures.count(errors.count()) + ": " + first + ((errors.count() > 1) ? " (first)" : "");
	}

}
