package dev.grpctuning.settings;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Reads settings from what a program sets and the changes since the start. */
@FunctionalInterface
public interface TuningSource {

	/** Reads all knobs, with changes by property name without prefix. */
	Reading read(Map<String, String> changes);

	/**
	 * What all knobs are set to.
	 *
	 * @param valid settings, meaningless if there are problems
	 * @param configured knobs that are set, also to nothing
	 * @param problems every value that is refused
	 */
	record Reading(Settings valid, Map<Knob<?>, ConfiguredValue> configured, List<TuningProblem> problems) {

		/** Reads the values that a validation has been given. */
		public static Reading of(Validation validation, Map<Knob<?>, ConfiguredValue> configured) {
			try {
				return new Reading(validation.settings(), configured, List.of());
			}
			catch (InvalidTuningException ex) {
				return new Reading(Settings.NONE, configured, ex.problems());
			}
		}

		/** Returns the settings if all values work together. */
		public Settings settings() throws InvalidTuningException {
			if (!this.problems.isEmpty()) {
				throw new InvalidTuningException(this.problems);
			}
			return this.valid;
		}

		/** What a knob is set to, {@code null} if it is not set. */
		public @Nullable String text(Knob<?> knob) {
			ConfiguredValue value = this.configured.get(knob);
			return (value != null) ? value.value() : null;
		}

	}

	/** What a knob is set to, and where: a property, or {@code actuator}. */
	record ConfiguredValue(String value, String origin) {

	}

}
