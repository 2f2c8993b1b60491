package dev.grpctuning.load.server.tuning;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
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

}
