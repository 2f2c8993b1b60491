package dev.grpctuning.failure;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.StringUtils;

/**
 * Folds a failure analysis, which may have many lines, into one.
 */
final class FailureLine {

	private FailureLine() {
	}

	static String of(FailureAnalysis analysis) {
		String description = fold(analysis.getDescription());
		String action = fold((analysis.getAction() != null) ? analysis.getAction() : "");
		if (!StringUtils.hasText(action)) {
			return description;
		}
		return description + (description.endsWith(".") ? " " : "; ") + action;
	}

	private static String fold(String text) {
		return text.strip().replaceAll("\\s+", " ");
	}

}
