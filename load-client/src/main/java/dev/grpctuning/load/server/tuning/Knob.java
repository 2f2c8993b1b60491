package dev.grpctuning.load.server.tuning;

import org.jspecify.annotations.Nullable;

/** One setting of a server, as its endpoint shows it; lists are separated by commas. */
public record Knob(String name, @Nullable String configured, @Nullable String effective, @Nullable String pending,
		@Nullable String origin, @Nullable String unit) {

	private static final String ACTUATOR = "actuator";

	/** What Spring Boot shows instead of a value that a user may not see. */
	private static final String HIDDEN = "******";

	public boolean changed() {
		return ACTUATOR.equals(this.origin);
	}

	boolean hidden() {
		return HIDDEN.equals(this.origin);
	}

	String effectiveText() {
		return (this.effective != null) ? this.effective + ((this.unit != null) ? " " + this.unit : "") : "none";
	}

}
