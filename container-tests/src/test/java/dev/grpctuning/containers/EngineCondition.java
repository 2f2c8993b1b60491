package dev.grpctuning.containers;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

import dev.grpctuning.testkit.LeftOut;

/** Decides about a test that requires a container engine. */
class EngineCondition implements ExecutionCondition, BeforeAllCallback {

	private static final String REQUIRED = "containers.required";

	private static final boolean ANSWERS = answers();

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		LeftOut.note(!ANSWERS, "images and docker-compose.yml (no container engine with Compose)");
		if (ANSWERS) {
			return ConditionEvaluationResult.enabled("a container engine with Compose answers");
		}
		String reason = "No container engine with Compose answers; start one to run the tests of the images.";
		if (Boolean.getBoolean(REQUIRED)) {
			throw new IllegalStateException("%s (%s=true)".formatted(reason, REQUIRED));
		}
		return ConditionEvaluationResult.disabled(reason);
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		Images.build();
	}

	private static boolean answers() {
		try {
			return Outcome.of(Path.of("."), "docker", "compose", "ls").exitCode() == 0
					&& DockerClientFactory.instance().isDockerAvailable();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
