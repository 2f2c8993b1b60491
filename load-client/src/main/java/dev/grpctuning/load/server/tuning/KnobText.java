package dev.grpctuning.load.server.tuning;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * What a value of a knob means, however it is written: {@code 1MB} and {@code 1048576},
 * {@code 10s} and {@code PT10S}, {@code fork-join} and {@code FORK_JOIN}.
 */
final class KnobText {

	private static final Pattern NUMBER_WITH_UNIT = Pattern.compile("([+-]?\\d+)([a-zA-Z]*)");

	private static final Map<String, Long> BYTES = Map.of("", 1L, "B", 1L, "KB", 1L << 10, "MB", 1L << 20, "GB",
			1L << 30, "TB", 1L << 40);

	private static final Map<String, Duration> TIMES = Map.of("", Duration.ofMillis(1), "ns", Duration.ofNanos(1), "us",
			Duration.ofNanos(1000), "ms", Duration.ofMillis(1), "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1),
			"h", Duration.ofHours(1), "d", Duration.ofDays(1));

	private KnobText() {
	}

	static boolean same(String one, String other, @Nullable String unit) {
		return meaning(one.strip(), unit).equals(meaning(other.strip(), unit));
	}

	private static Object meaning(String text, @Nullable String unit) {
		Optional<? extends Object> quantity = switch (unit) {
			case "bytes" -> bytes(text);
			case "ms" -> millis(text);
			case null, default -> Optional.empty();
		};
		if (quantity.isPresent()) {
			return quantity.get();
		}
		try {
			return new BigDecimal(text).stripTrailingZeros();
		}
		catch (NumberFormatException ex) {
			return words(text);
		}
	}

	private static Optional<BigInteger> bytes(String text) {
		Matcher number = NUMBER_WITH_UNIT.matcher(text);
		if (!number.matches()) {
			return Optional.empty();
		}
		Long factor = BYTES.get(number.group(2).toUpperCase(Locale.ROOT));
		return (factor != null) ? Optional.of(new BigInteger(number.group(1)).multiply(BigInteger.valueOf(factor)))
				: Optional.empty();
	}

	private static Optional<Long> millis(String text) {
		try {
			Matcher number = NUMBER_WITH_UNIT.matcher(text);
			if (!number.matches()) {
				return Optional.of(Duration.parse(text).toMillis());
			}
			Duration each = TIMES.get(number.group(2).toLowerCase(Locale.ROOT));
			return (each != null) ? Optional.of(each.multipliedBy(Long.parseLong(number.group(1))).toMillis())
					: Optional.empty();
		}
		catch (DateTimeException | NumberFormatException | ArithmeticException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Words in any order, as sets of names are written, and in the spellings that Spring
	 * takes for one word.
	 */
	private static Object words(String text) {
		return Arrays.stream(text.split(",")).map((word) -> switch (word.strip().toLowerCase(Locale.ROOT)) {
			case "true", "on", "yes" -> "true";
			case "false", "off", "no" -> "false";
			default -> word.strip().replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
		}).collect(Collectors.toSet());
	}

}
