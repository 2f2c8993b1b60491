package dev.grpctuning;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Where settings come from: the application's properties, and what was changed since.
 */
public interface TuningSource {

	/**
	 * Reads the settings.
	 * @param changes values by property name without prefix that go before the
	 * application's; an empty one leaves the framework's default
	 * @throws InvalidTuningException if something is wrong, with everything that is
	 */
	TuningSettings read(Map<String, String> changes) throws InvalidTuningException;

	/**
	 * Says what a knob is set to.
	 * @param knob the knob
	 * @param changes as for {@link #read}
	 * @return {@code null} if it is not set
	 */
	@Nullable ConfiguredValue configured(TuningKnob knob, Map<String, String> changes);

	/**
	 * What a knob is set to, and where.
	 *
	 * @param value as it was written
	 * @param origin file, line and column, variable of the environment, or
	 * {@code actuator}
	 */
	record ConfiguredValue(String value, String origin) {

	}

}
