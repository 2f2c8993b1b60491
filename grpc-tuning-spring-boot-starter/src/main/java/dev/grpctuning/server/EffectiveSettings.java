package dev.grpctuning.server;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.CallLimit;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.settings.Knob;

/**
 * Reads the values in force from the running server, whatever was configured.
 */
public record EffectiveSettings(Tuning tuning, CallLimit limit, OpenConnections connections, LiveServices services) {

	/** Value in force, in its unit; {@code null} if unlimited, none or unreadable. */
	public @Nullable Object of(Knob<?> knob, Generation generation) {
		ServerParts parts = generation.parts();
		return (parts != null) ? ServerKnobs.inForce(knob, new ValuesInForce(generation, parts, this.tuning.settings(),
				this.limit.state(), this.connections, this.services)) : null;
	}

}
