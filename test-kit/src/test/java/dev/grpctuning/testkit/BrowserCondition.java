package dev.grpctuning.testkit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Decides about a test that requires a browser. */
class BrowserCondition implements ExecutionCondition {

	private static final String REQUIRED = "browser.required";

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		LeftOut.note(!Browser.isInstalled(), "pages in a browser (no chromium, or no chromedriver)");
		if (Browser.isInstalled()) {
			return ConditionEvaluationResult.enabled("Chromium and its driver are installed");
		}
		String reason = "Chromium or its driver is not installed; install chromium and chromium-driver to look at pages.";
		if (Boolean.getBoolean(REQUIRED)) {
			throw new IllegalStateException("%s (%s=true)".formatted(reason, REQUIRED));
		}
		return ConditionEvaluationResult.disabled(reason);
	}

}
