package dev.grpctuning.load.failure;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Names a property that could not be bound, its value, where it was set and what is
 * allowed.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class BindLineFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final int SHOWN = 2;

	private final @Nullable Environment environment;

	BindLineFailureAnalyzer(@Nullable Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		Throwable reason = cause.getCause();
		if (reason instanceof UnboundConfigurationPropertiesException unbound) {
			return new FailureAnalysis(describe(unbound), "check its spelling or remove it.", cause);
		}
		if (!(reason instanceof ConversionException) && !(reason instanceof IllegalArgumentException)) {
			return null;
		}
		ConfigurationProperty property = (cause.getProperty() != null) ? cause.getProperty()
				: Origins.find(this.environment, cause.getName().toString());
		if (property == null) {
			return new FailureAnalysis(cause.getName() + ": cannot be used", allowed(cause, reason), cause);
		}
		return new FailureAnalysis("%s: \"%s\" is not allowed%s".formatted(property.getName(), property.getValue(),
				Origins.inBrackets(property.getOrigin())), allowed(cause, reason), cause);
	}

	/**
	 * The first two are enough: a misspelt parent makes all its children unknown.
	 */
	private static String describe(UnboundConfigurationPropertiesException unbound) {
		String first = unbound.getUnboundProperties()
			.stream()
			.limit(SHOWN)
			.map((property) -> "%s: %s%s".formatted(property.getName(),
					"".equals(property.getValue()) ? "has no value" : "there is no such property",
					Origins.inBrackets(property.getOrigin())))
			.collect(Collectors.joining("; "));
		int more = unbound.getUnboundProperties().size() - SHOWN;
		return (more > 0) ? "%s; and %d more".formatted(first, more) : first;
	}

	private static String allowed(BindException failure, Throwable reason) {
		Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(failure.getTarget().getType().resolve(Object.class));
		if (type.isEnum()) {
			return "use one of " + Arrays.stream(type.getEnumConstants())
				.map((constant) -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
				.collect(Collectors.joining(", ", "", "."));
		}
		if (type == Boolean.class) {
			return "use true or false.";
		}
		if (type == Integer.class || type == Long.class) {
			return "use a whole number.";
		}
		if (type == Double.class) {
			return "use a number such as 0.5 or 200.";
		}
		if (type == Duration.class) {
			return "use a duration such as 200ms or 5s.";
		}
		if (type == DataSize.class) {
			return "use a size such as 512KB or 1MB.";
		}
		if (Collection.class.isAssignableFrom(type)) {
			return "use a list.";
		}
		if (reason instanceof ConverterNotFoundException) {
			return "use a map of names and values.";
		}
		return rootMessage(reason);
	}

	private static String rootMessage(Throwable reason) {
		return String.valueOf(NestedExceptionUtils.getMostSpecificCause(reason).getMessage());
	}

}
