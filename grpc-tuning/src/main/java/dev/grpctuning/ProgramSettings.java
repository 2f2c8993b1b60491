package dev.grpctuning;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.Validation;
import dev.grpctuning.transport.NettyTransportAvailability;

/** Settings that a program passes as a whole, so there is nothing to merge. */
record ProgramSettings(Supplier<Settings> given, HandlerExecutorFactory handlers) implements TuningSource {

	@Override
	public Reading read(Map<String, String> changes) {
		Validation validation = new Validation((name) -> null, new NettyTransportAvailability(),
				this.handlers::unavailabilityReason);
		Map<Knob<?>, ConfiguredValue> configured = new HashMap<>();
		this.given.get().values().forEach((knob, value) -> {
			validation.set(knob, value);
			configured.put(knob, new ConfiguredValue(knob.written(value), "program"));
		});
		return Reading.of(validation, configured);
	}

}
