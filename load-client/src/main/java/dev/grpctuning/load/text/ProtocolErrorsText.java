package dev.grpctuning.load.text;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.stats.Figures;

/**
 * What is said of protocol errors in a line.
 */
public final class ProtocolErrorsText {

	/**
	 * What stands before it.
	 */
	public static final String LABEL = "protocol errors";

	private ProtocolErrorsText() {
	}

	/**
	 * Says how many there were and what the first was.
	 * @param errors the errors, or {@code null} if they were not counted
	 * @return text in one line, or {@code null} if there is nothing to say
	 */
	public static @Nullable String of(@Nullable ProtocolErrors errors) {
		if (errors == null || errors.count() == 0) {
			return null;
		}
		String first = (errors.first() != null) ? errors.first().replaceAll("\\s+", " ") : "";
		return Figures.count(errors.count()) + ": " + first + ((errors.count() > 1) ? " (first)" : "");
	}

}
