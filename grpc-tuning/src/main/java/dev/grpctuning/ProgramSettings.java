package dev.grpctuning;

import java.util.HashMap;
import java.util.Map;

import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.Validation;
import dev.grpctuning.settings.value.TransportAvailability;

/** Settings that a program gives as a whole, so that there is nothing to merge. */
final class ProgramSettings implements TuningSource {

	private final TransportAvailability transports;

	private final HandlerExecutorFactory handlers;

	private volatile Settings given;

	ProgramSettings(Settings given, TransportAvailability transports, HandlerExecutorFactory handlers) {
		this.given = given;
		this.transports = transports;
		this.handlers = handlers;
	}

	/** Replaces the settings and returns the former ones. */
	Settings replace(Settings given) {
		Settings former = this.given;
		this.given = given;
		return former;
	}

	@Override
	public Reading read(Map<String, String> changes) {
		Validation validation = new Validation((name) -> null, this.transports, this.handlers::unavailabilityReason);
		Map<Knob<?>, ConfiguredValue> configured = new HashMap<>();
		this.given.values().forEach((knob, value) -> {
			validation.set(knob, value);
			configured.put(knob, new ConfiguredValue(knob.written(value), "program"));
		});
		return Reading.of(validation, configured);
	}

}
