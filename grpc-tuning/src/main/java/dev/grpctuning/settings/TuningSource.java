package dev.grpctuning.settings;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Reads settings from the application's properties and the changes since the start. */
public interface TuningSource {

	/** Reads the settings, with changes by property name without prefix. */
	Settings read(Map<String, String> changes) throws InvalidTuningException;

	/** What a knob is set to, {@code null} if it is not set. */
	@Nullable ConfiguredValue configured(Knob<?> knob, Map<String, String> changes);

	/** What a knob is set to, and where: a property, or {@code actuator}. */
	record ConfiguredValue(String value, String origin) {

	}

}
