package dev.grpctuning.load.server.tuning;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/** Compares values of a knob however written: {@code 1MB} and {@code 1048576}. */
final class KnobText {

	private KnobText() {
	}

	static boolean same(String one, String other, @Nullable String unit) {
		return meaning(one.strip(), unit).equals(meaning(other.strip(), unit));
	}

	private static Object meaning(String text, @Nullable String unit) {
		try {
			return switch (unit) {
				case "bytes" -> DataSize.parse(text.toUpperCase(Locale.ROOT));
				case "ms" -> DurationStyle.detectAndParse(text).toMillis();
				case null, default -> new BigDecimal(text).stripTrailingZeros();
			};
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			return words(text);
		}
	}

	/** Words in any order, in every spelling that Spring accepts. */
	private static Object words(String text) {
		return Arrays.stream(text.split(",")).map((word) -> switch (word.strip().toLowerCase(Locale.ROOT)) {
			case "true", "on", "yes" -> "true";
			case "false", "off", "no" -> "false";
			default -> word.strip().replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
		}).collect(Collectors.toSet());
	}

}
