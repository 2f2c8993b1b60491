package dev.grpctuning.settings.value;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Value of a knob that has a fixed set of values; implemented by enums. */
public interface Choice {

	String name();

	default String propertyValue() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Names in a property file of all constants of an enum, separated by commas. */
	static String names(Class<?> type) {
		return Arrays.stream(type.getEnumConstants())
			.map((constant) -> ((Choice) constant).propertyValue())
			.collect(Collectors.joining(", "));
	}

}
