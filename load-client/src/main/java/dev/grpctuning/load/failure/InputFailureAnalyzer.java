package dev.grpctuning.load.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.load.metadata.NearestName;
import dev.grpctuning.load.metadata.PropertyMetadata;

/** Describes bad input: the property, its value, where it was set and what is allowed. */
@Order(Ordered.HIGHEST_PRECEDENCE)
record InputFailureAnalyzer(@Nullable Environment environment) implements FailureAnalyzer {

	/** The first two are enough: a misspelt parent makes all its children unknown. */
	private static final int SHOWN = 2;

	private static final Map<Class<?>, String> ALLOWED = Map.of(Boolean.class, "use true or false.", Integer.class,
			"use a whole number.", Long.class, "use a whole number.", Double.class, "use a number such as 0.5 or 200.",
			Duration.class, "use a duration such as 200ms or 5s.", DataSize.class, "use a size such as 512KB or 1MB.",
			Instant.class, "use a time in UTC such as 2026-01-31T12:00:00Z.");

	@Override
	public @Nullable FailureAnalysis analyze(Throwable failure) {
		FailureAnalysis analysis = switch (failure) {
			case UsageException usage -> new FailureAnalysis(String.valueOf(usage.getMessage()), null, usage);
			case BindException bind -> bind(bind);
			case InvalidConfigurationPropertyValueException invalid -> invalid(invalid);
			default -> null;
		};
		return (analysis != null || failure.getCause() == null) ? analysis : analyze(failure.getCause());
	}

	private @Nullable FailureAnalysis bind(BindException failure) {
		Throwable reason = failure.getCause();
		if (reason instanceof UnboundConfigurationPropertiesException unbound) {
			return new FailureAnalysis(unbound(unbound), hint(unbound), failure);
		}
		if (!(reason instanceof ConversionException) && !(reason instanceof IllegalArgumentException)) {
			return null;
		}
		ConfigurationProperty property = (failure.getProperty() != null) ? failure.getProperty()
				: find(failure.getName().toString());
		String given = (property != null)
				? notAllowed(property.getName().toString(), String.valueOf(property.getValue()), property)
				: failure.getName() + ": cannot be used";
		return new FailureAnalysis(given, allowed(failure, reason), failure);
	}

	private static String unbound(UnboundConfigurationPropertiesException failure) {
		String first = failure.getUnboundProperties()
			.stream()
			.limit(SHOWN)
			.map((property) -> "%s: %s%s".formatted(property.getName(),
					"".equals(property.getValue()) ? "has no value" : "there is no such property", origin(property)))
			.collect(Collectors.joining("; "));
		int more = failure.getUnboundProperties().size() - SHOWN;
		return (more > 0) ? "%s; and %d more".formatted(first, more) : first;
	}

	private static String hint(UnboundConfigurationPropertiesException failure) {
		List<String> known = PropertyMetadata.ofLoadClient().stream().map(PropertyMetadata::name).toList();
		String first = failure.getUnboundProperties().iterator().next().getName().toString();
		return NearestName.hint(first.replaceFirst("\\[.*", ""), known, "check its spelling or remove it.");
	}

	private static String allowed(BindException failure, Throwable reason) {
		Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(failure.getTarget().getType().resolve(Object.class));
		if (type.isEnum()) {
			return Arrays.stream(type.getEnumConstants())
				.map((constant) -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
				.collect(Collectors.joining(", ", "use one of ", "."));
		}
		if (Collection.class.isAssignableFrom(type)) {
			return "use a list.";
		}
		String otherwise = (reason instanceof ConverterNotFoundException) ? "use a map of names and values."
				: String.valueOf(NestedExceptionUtils.getMostSpecificCause(reason).getMessage());
		return ALLOWED.getOrDefault(type, otherwise);
	}

	private FailureAnalysis invalid(InvalidConfigurationPropertyValueException failure) {
		ConfigurationProperty property = find(failure.getName());
		Object given = (property != null) ? property.getValue() : failure.getValue();
		return new FailureAnalysis((given != null) ? notAllowed(failure.getName(), given.toString(), property)
				: failure.getName() + ": is missing", failure.getReason(), failure);
	}

	private static String notAllowed(String name, String value, @Nullable ConfigurationProperty property) {
		return "%s: \"%s\" is not allowed%s".formatted(name, Secrets.masked(name, value), origin(property));
	}

	private @Nullable ConfigurationProperty find(String name) {
		if (this.environment == null || !ConfigurationPropertyName.isValid(name)) {
			return null;
		}
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.of(name);
		return StreamSupport.stream(ConfigurationPropertySources.get(this.environment).spliterator(), false)
			.map((source) -> source.getConfigurationProperty(propertyName))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private static String origin(@Nullable ConfigurationProperty property) {
		return (property != null && property.getOrigin() != null) ? " (" + describe(property.getOrigin()) + ")" : "";
	}

	private static String describe(Origin origin) {
		if (origin instanceof TextResourceOrigin text && text.getResource() != null) {
			return text.getResource().getFilename()
					+ ((text.getLocation() != null) ? ":" + (text.getLocation().getLine() + 1) : "");
		}
		if (origin instanceof SystemEnvironmentOrigin variable) {
			return "environment variable " + variable.getProperty();
		}
		if (!(origin instanceof PropertySourceOrigin nested)) {
			return origin.toString();
		}
		return (nested.getOrigin() != null) ? describe(nested.getOrigin())
				: switch (nested.getPropertySource().getName()) {
					case "commandLineArgs" -> "command line";
					case "systemProperties" -> "system property";
					default -> nested.getPropertySource().getName();
				};
	}

}
