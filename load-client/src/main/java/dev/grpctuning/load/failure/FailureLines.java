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

import org.apache.commons.lang3.Strings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
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
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;
import org.yaml.snakeyaml.error.YAMLException;

import dev.grpctuning.load.metadata.PropertyMetadata;

/**
 * Describes bad input in one line: the property, its value, where it was set and what is
 * allowed. Other failures of a start are described by Spring Boot's failure analyzers.
 * The stack trace of a failure that none of them knows is logged by Spring Boot.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class FailureLines implements SpringBootExceptionReporter {

	private static final Map<Class<?>, String> ALLOWED = Map.of(Boolean.class, "use true or false.", Integer.class,
			"use a whole number.", Long.class, "use a whole number.", Double.class, "use a number such as 0.5 or 200.",
			Duration.class, "use a duration such as 200ms or 5s.", DataSize.class, "use a size such as 512KB or 1MB.",
			Instant.class, "use a time in UTC such as 2026-01-31T12:00:00Z.");

	private final @Nullable Environment environment;

	private final List<FailureAnalyzer> analyzers;

	/** Creates the reporter. If the failure came early, there is no context. */
	public FailureLines(@Nullable ConfigurableApplicationContext context) {
		this((context != null) ? context.getEnvironment() : null);
	}

	private FailureLines(@Nullable Environment environment) {
		this.environment = environment;
		// Those that need a bean factory cannot be created: failures of beans are bugs.
		this.analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class,
					(environment != null) ? ArgumentResolver.of(Environment.class, environment) : null,
					(type, name, failure) -> {
					});
	}

	public static FailureLines of(Environment environment) {
		return new FailureLines(environment);
	}

	/** Whether a failure is one that the user can correct, rather than a bug. */
	public static boolean isBadInput(Throwable failure) {
		return new FailureLines((Environment) null).describe(failure) != null;
	}

	@Override
	public boolean reportException(Throwable failure) {
		String line = describe(failure);
		if (line != null) {
			System.err.println(line);
		}
		return line != null;
	}

	/** Describes a failure in one line, {@code null} if it is a bug. */
	public @Nullable String describe(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			String line = switch (cause) {
				case UsageException usage -> usage.getMessage();
				case BindException bind -> describe(bind);
				case InvalidConfigurationPropertyValueException invalid -> describe(invalid);
				case YAMLException yaml -> "not valid YAML, %s; correct the file.".formatted(yaml.getMessage());
				default -> null;
			};
			if (line != null) {
				return fold(line);
			}
		}
		return this.analyzers.stream()
			.map((analyzer) -> analyze(analyzer, failure))
			.filter(Objects::nonNull)
			.findFirst()
			.map((analysis) -> fold(Strings.CS.appendIfMissing(analysis.getDescription().strip(), ".") + " "
					+ Objects.requireNonNullElse(analysis.getAction(), "")))
			.orElse(null);
	}

	private static @Nullable FailureAnalysis analyze(FailureAnalyzer analyzer, Throwable failure) {
		try {
			return analyzer.analyze(failure);
		}
		catch (RuntimeException | LinkageError ex) {
			// An analyzer may refer to classes that are missing; the next one is tried.
			return null;
		}
	}

	private static String fold(String text) {
		return text.strip().replaceAll("\\s+", " ");
	}

	private @Nullable String describe(BindException failure) {
		Throwable reason = failure.getCause();
		if (reason instanceof UnboundConfigurationPropertiesException unbound) {
			return unbound(unbound.getUnboundProperties().iterator().next());
		}
		if (!(reason instanceof ConversionException) && !(reason instanceof IllegalArgumentException)) {
			return null;
		}
		ConfigurationProperty property = (failure.getProperty() != null) ? failure.getProperty()
				: find(failure.getName().toString());
		return ((property != null)
				? notAllowed(property.getName().toString(), String.valueOf(property.getValue()), property)
				: failure.getName() + ": cannot be used") + "; " + allowed(failure, reason);
	}

	/** Names the first of several: a misspelt parent makes all its children unknown. */
	private static String unbound(ConfigurationProperty property) {
		List<String> known = PropertyMetadata.ofLoadClient().stream().map(PropertyMetadata::name).toList();
		String name = property.getName().toString();
		return "%s: %s%s; %s".formatted(name,
				"".equals(property.getValue()) ? "has no value" : "there is no such property",
				origin(property.getOrigin()),
				PropertyMetadata.hint(name.replaceFirst("\\[.*", ""), known, "check its spelling or remove it."));
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

	private String describe(InvalidConfigurationPropertyValueException failure) {
		ConfigurationProperty property = find(failure.getName());
		Object given = (property != null) ? property.getValue() : failure.getValue();
		return ((given != null) ? notAllowed(failure.getName(), given.toString(), property)
				: failure.getName() + ": is missing") + ". " + failure.getReason();
	}

	private static String notAllowed(String name, String value, @Nullable ConfigurationProperty property) {
		return "%s: \"%s\" is not allowed%s".formatted(name, Secrets.masked(name, value),
				(property != null) ? origin(property.getOrigin()) : "");
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

	/** Describes a file and its line, or an environment variable. */
	private static String origin(@Nullable Origin origin) {
		return switch (origin) {
			case TextResourceOrigin text when text.getResource() != null && text.getLocation() != null ->
				" (%s:%d)".formatted(text.getResource().getFilename(), text.getLocation().getLine() + 1);
			case SystemEnvironmentOrigin variable -> " (environment variable " + variable.getProperty() + ")";
			case PropertySourceOrigin nested -> origin(nested.getOrigin());
			case null, default -> "";
		};
	}

}
