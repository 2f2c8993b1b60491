package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

import org.springframework.util.unit.DataSize;

/**
 * Says in words what a property of a type may look like.
 */
final class ValueFormats {

	private ValueFormats() {
	}

	static String reason(Class<?> type) {
		if (type.isEnum()) {
			return "is not allowed; use one of %s.".formatted(Arrays.stream(type.getEnumConstants())
				.map((constant) -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
				.collect(Collectors.joining(", ")));
		}
		if (type == DataSize.class) {
			return "is not a size; use one such as 64KB or 1MB.";
		}
		if (type == Duration.class) {
			return "is not a duration; use one such as 500ms, 10s or 5m.";
		}
		if (type == Boolean.class || type == boolean.class) {
			return "is not allowed; use true or false.";
		}
		if (type == Double.class) {
			return "is not a number; use one such as 0.1.";
		}
		if (Collection.class.isAssignableFrom(type)) {
			return "is not a list; number its elements from 0 without a gap, as in executor.routes[0].method.";
		}
		return "is not a whole number; use one such as 4.";
	}

}
