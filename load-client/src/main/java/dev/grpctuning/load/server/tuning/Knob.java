package dev.grpctuning.load.server.tuning;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/** One setting of a server, as its endpoint shows it; lists are separated by commas. */
public record Knob(String name, @Nullable String configured, @Nullable String effective, @Nullable String pending,
		@Nullable String origin, @Nullable String unit, @Nullable String scope) {

	static Knob of(JsonNode knob) {
		return new Knob(knob.get("name").asString(), text(knob.get("configured")), text(knob.get("effective")),
				text(knob.get("pending")), text(knob.get("origin")), text(knob.get("unit")), text(knob.get("scope")));
	}

	static @Nullable String text(@Nullable JsonNode value) {
		if (value == null || value.isNull()) {
			return null;
		}
		return value.isArray() ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(","))
				: value.asString();
	}

	/** Whether a new value takes effect with the next call. */
	boolean live() {
		return "LIVE".equals(this.scope);
	}

	/** Whether it was set through the endpoint. */
	boolean changed() {
		return "actuator".equals(this.origin);
	}

	/** Whether Spring Boot shows asterisks instead, to a user who may not see more. */
	boolean hidden() {
		return "******".equals(this.origin);
	}

	String effectiveText() {
		return (this.effective != null) ? this.effective + ((this.unit != null) ? " " + this.unit : "") : "none";
	}

	/** Whether two values are the same however written: 1MB and 1048576. */
	boolean same(String one, String other) {
		return meaning(one.strip()).equals(meaning(other.strip()));
	}

	private Object meaning(String text) {
		try {
			return switch (this.unit) {
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
