package dev.grpctuning.load.compare.report;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

import dev.grpctuning.testkit.LeftOut;

/** Decides about a test that requires a browser. */
class BrowserCondition implements ExecutionCondition {

	private static final String REQUIRED = "browser.required";

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		LeftOut.note(!Browser.isInstalled(), "reports in a browser (no chromium, or no chromedriver)");
		if (Browser.isInstalled()) {
			return ConditionEvaluationResult.enabled("Chromium and its driver are installed");
		}
		String reason = "Chromium or its driver is not installed; install chromium and chromium-driver to look at reports.";
		if (Boolean.getBoolean(REQUIRED)) {
			throw new IllegalStateException("%s (%s=true)".formatted(reason, REQUIRED));
		}
		return ConditionEvaluationResult.disabled(reason);
	}

}
