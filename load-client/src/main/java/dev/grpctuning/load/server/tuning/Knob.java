package dev.grpctuning.load.server.tuning;

import org.jspecify.annotations.Nullable;

/**
 * One setting of a server, as its endpoint {@code grpctuning} shows it.
 *
 * @param name name of the property without {@code grpc.tuning.}
 * @param configured the value as written, or {@code null} if it is not set
 * @param effective the value in force, or {@code null} for unlimited or none; commas
 * separate the elements of a list
 * @param pending where another value is still in force
 */
public record Knob(String name, @Nullable String configured, @Nullable String effective, @Nullable String pending,
		@Nullable String origin, @Nullable String unit) {

	private static final String ACTUATOR = "actuator";

	public boolean changed() {
		return ACTUATOR.equals(this.origin);
	}

	String effectiveText() {
		return (this.effective != null) ? this.effective + ((this.unit != null) ? " " + this.unit : "") : "none";
	}

}
