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

/** Compares values of a knob however written: {@code 1MB} and {@code 1048576}. */
final class KnobText {

	private static final Pattern NUMBER_WITH_UNIT = Pattern.compile("([+-]?\\d+)([a-zA-Z]*)");

	private static final Map<String, Long> BYTES = Map.of("", 1L, "b", 1L, "kb", 1L << 10, "mb", 1L << 20, "gb",
			1L << 30, "tb", 1L << 40);

	private static final Map<String, Long> NANOS = Map.of("", 1_000_000L, "ns", 1L, "us", 1000L, "ms", 1_000_000L, "s",
			Duration.ofSeconds(1).toNanos(), "m", Duration.ofMinutes(1).toNanos(), "h", Duration.ofHours(1).toNanos(),
			"d", Duration.ofDays(1).toNanos());

	private KnobText() {
	}

	static boolean same(String one, String other, @Nullable String unit) {
		return meaning(one.strip(), unit).equals(meaning(other.strip(), unit));
	}

	private static Object meaning(String text, @Nullable String unit) {
		Optional<BigInteger> quantity = switch (unit) {
			case "bytes" -> quantity(text, BYTES);
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

	private static Optional<BigInteger> quantity(String text, Map<String, Long> units) {
		Matcher number = NUMBER_WITH_UNIT.matcher(text);
		Long unit = number.matches() ? units.get(number.group(2).toLowerCase(Locale.ROOT)) : null;
		return (unit != null) ? Optional.of(new BigInteger(number.group(1)).multiply(BigInteger.valueOf(unit)))
				: Optional.empty();
	}

	private static Optional<BigInteger> millis(String text) {
		try {
			return quantity(text, NANOS).map((nanos) -> nanos.divide(BigInteger.valueOf(1_000_000)))
				.or(() -> Optional.of(BigInteger.valueOf(Duration.parse(text).toMillis())));
		}
		catch (DateTimeException | ArithmeticException ex) {
			return Optional.empty();
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
