package dev.grpctuning.load.failure;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Names properties that exclude each other and where each was set.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 3)
class ExclusiveLineFailureAnalyzer extends AbstractFailureAnalyzer<MutuallyExclusiveConfigurationPropertiesException> {

	private final Environment environment;

	ExclusiveLineFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure,
			MutuallyExclusiveConfigurationPropertiesException cause) {
		String given = cause.getConfiguredNames()
			.stream()
			.map((name) -> "%s: \"%s\"%s".formatted(name, this.environment.getProperty(name),
					Origins.inBrackets(Origins.find(this.environment, name))))
			.collect(Collectors.joining(" and "));
		return new FailureAnalysis(given + " exclude each other", "set only one of them.", cause);
	}

}
