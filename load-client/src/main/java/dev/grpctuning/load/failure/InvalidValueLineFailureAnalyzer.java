package dev.grpctuning.load.failure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Names a property with an invalid value, the value, where it was set and what is wrong.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
class InvalidValueLineFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {

	private final Environment environment;

	InvalidValueLineFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure,
			InvalidConfigurationPropertyValueException cause) {
		ConfigurationProperty property = Origins.find(this.environment, cause.getName());
		Object given = (property != null) ? property.getValue() : cause.getValue();
		if (given == null) {
			return new FailureAnalysis(cause.getName() + ": is missing", cause.getReason(), cause);
		}
		return new FailureAnalysis(
				"%s: \"%s\" is not allowed%s".formatted(cause.getName(), given, Origins.inBrackets(property)),
				cause.getReason(), cause);
	}

}
