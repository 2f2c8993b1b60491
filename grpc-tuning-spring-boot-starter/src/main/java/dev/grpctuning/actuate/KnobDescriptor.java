package dev.grpctuning.actuate;

import org.jspecify.annotations.Nullable;

/**
 * A knob as the endpoint shows it.
 *
 * @param name name of the property without {@code grpc.tuning.}
 * @param configured value as written, {@code null} if it is not set
 * @param effective value in force, in its unit, read from the running server;
 * {@code null} for unlimited or none
 * @param pending where another value is still in force, {@code null} if nowhere
 * @param origin where it is set, {@code null} if it is not set
 * @param unit unit of the effective value, {@code null} if it has none
 */
public record KnobDescriptor(String name, @Nullable String configured, @Nullable Object effective,
		@Nullable String pending, String scope, @Nullable String origin, @Nullable String unit, String description) {

}
