package dev.grpctuning.settings;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.settings.value.MethodLimit;
import dev.grpctuning.settings.value.Route;

/**
 * One setting of the server.
 *
 * @param name name of its property without {@code grpc.tuning.}
 * @param unit unit of the value in force, {@code null} if it has none
 * @param type class of the value, or of the elements of a list
 * @param bounds returns why a bound value is refused, or {@code null}
 * @param standard what applies if the property is not set
 */
public record Knob<T>(String name, Scope scope, Format format, Class<?> type, @Nullable String unit,
		Function<Object, @Nullable String> bounds, String standard) {

	public static final String PREFIX = "grpc.tuning.";

	public String property() {
		return PREFIX + this.name;
	}

	public boolean isList() {
		return this.format == Format.NAMES || this.format == Format.ROUTES || this.format == Format.METHODS;
	}

	/** Values that are allowed, {@code null} if they are not a fixed set. */
	public @Nullable List<String> choices() {
		return switch (this.format) {
			case CHOICE -> List.of(Choice.names(this.type).split(", "));
			case FLAG -> List.of("true", "false");
			case NUMBER, SIZE, DURATION, FRACTION, TEXT, NAMES, ROUTES, METHODS -> null;
		};
	}

	/** Names of the properties of a list's elements, none if these are plain values. */
	public List<String> elementProperties() {
		return switch (this.format) {
			case ROUTES -> Route.PROPERTIES;
			case METHODS -> MethodLimit.PROPERTIES;
			default -> List.of();
		};
	}

	/** Writes a value of this knob as in a property file. */
	public String written(Object value) {
		if (value instanceof Choice choice) {
			return choice.propertyValue();
		}
		if (value instanceof Duration duration) {
			return duration.toMillis() + "ms";
		}
		if (this.format == Format.SIZE) {
			return value + "B";
		}
		return (value instanceof List<?> list) ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
				: value.toString();
	}

	/** Each is one constant, and calls look several up. */
	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	@Override
	public int hashCode() {
		return this.name.hashCode();
	}

	@Override
	public String toString() {
		return this.name;
	}

	/** When a change takes effect. */
	public enum Scope {

		/** With the next call. */
		LIVE,

		/** With the next connection. */
		NEW_CONNECTIONS,

		/** With a new generation of the server inside the same JVM. */
		RESTART,

		/** With the next start of the JVM; the endpoint only shows it. */
		JVM

	}

	/** How a value is written. */
	public enum Format {

		NUMBER, SIZE, DURATION, FLAG, FRACTION, TEXT, CHOICE, NAMES, ROUTES, METHODS

	}

}
