package dev.grpctuning;

import java.util.HashMap;
import java.util.Map;

import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.Validation;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.transport.NettyTransportAvailability;

/** Settings that a program passes as a whole, so there is nothing to merge. */
class ProgramSettings implements TuningSource {

	private final TransportAvailability transports = new NettyTransportAvailability();

	private final HandlerExecutorFactory handlers = new HandlerExecutorFactory(Runtime.version().feature(),
			Thread.currentThread().getContextClassLoader(), null);

	private volatile Settings given;

	ProgramSettings(Settings given) {
		this.given = given;
	}

	HandlerExecutorFactory handlers() {
		return this.handlers;
	}

	/** Replaces the settings and returns the former ones. */
	Settings replace(Settings given) {
		Settings former = this.given;
		this.given = given;
		return former;
	}

	/** Settings with changes by name, of which a program makes none. */
	Settings given(Map<String, String> changes) {
		return this.given;
	}

	@Override
	public Reading read(Map<String, String> changes) {
		Validation validation = new Validation((name) -> null, this.transports, this.handlers::unavailabilityReason);
		Map<Knob<?>, ConfiguredValue> configured = new HashMap<>();
		given(changes).values().forEach((knob, value) -> {
			validation.set(knob, value);
			configured.put(knob, new ConfiguredValue(knob.written(value), "program"));
		});
		return Reading.of(validation, configured);
	}

}
