package dev.grpctuning.load.server.tuning;

import org.jspecify.annotations.Nullable;

/**
 * One setting of a server, as its endpoint {@code grpctuning} shows it.
 *
 * @param name name of the property without {@code grpc.tuning.}
 * @param configured what it is set to, as written, or {@code null} if it is not set
 * @param effective what is in force, in its unit, or {@code null} for unlimited or none;
 * elements of a list are separated by commas
 * @param pending where another value is still in force, or {@code null} if nowhere
 * @param origin where it is set, or {@code null} if it is not
 * @param unit unit of the effective value, or {@code null} if it has none
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
