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
		return description + separator(description, action) + action;
	}

	private static String separator(String description, String action) {
		if (description.endsWith(".")) {
			return " ";
		}
		return Character.isUpperCase(action.charAt(0)) ? ". " : "; ";
	}

	private static String fold(String text) {
		return text.strip().replaceAll("\\s+", " ");
	}

}
