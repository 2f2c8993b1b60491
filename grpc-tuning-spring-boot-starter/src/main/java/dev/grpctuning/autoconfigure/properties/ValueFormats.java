package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;

import org.springframework.util.unit.DataSize;

import dev.grpctuning.settings.value.Choice;

final class ValueFormats {

	private static final Map<Class<?>, String> REASONS = Map.of(DataSize.class,
			"is not a size; use one such as 64KB or 1MB.", Duration.class,
			"is not a duration; use one such as 500ms, 10s or 5m.", Boolean.class, "is not allowed; use true or false.",
			Double.class, "is not a number; use one such as 0.1.");

	private ValueFormats() {
	}

	static String reason(Class<?> type) {
		if (type.isEnum()) {
			return "is not allowed; use one of %s.".formatted(Choice.names(type));
		}
		if (Collection.class.isAssignableFrom(type)) {
			return "is not a list; number its elements from 0 without a gap, as in executor.routes[0].method.";
		}
		return REASONS.getOrDefault(type, "is not a whole number; use one such as 4.");
	}

}
