package dev.grpctuning.load.server;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer of the endpoint {@code grpctuning}.
 */
final class KnobValues {

	private KnobValues() {
	}

	/**
	 * What the knobs are set to: as it is written or, where nothing is, what is in force.
	 * @return values by the names of the knobs, none if it is another answer
	 */
	static Map<String, String> parse(String json) {
		Map<String, String> values = new TreeMap<>();
		try {
			Answer answer = new Gson().fromJson(json, Answer.class);
			if (answer != null && answer.knobs() != null) {
				answer.knobs().forEach((knob) -> {
					String value = knob.value();
					if (value != null) {
						values.put(knob.name(), value);
					}
				});
			}
		}
		catch (JsonParseException ex) {
			return Map.of();
		}
		return values;
	}

	private record Answer(@Nullable List<Knob> knobs) {
	}

	private record Knob(String name, @Nullable String configured, @Nullable JsonElement effective,
			@Nullable String unit) {

		@Nullable String value() {
			if (this.configured != null) {
				return this.configured;
			}
			return (this.effective != null && this.effective.isJsonPrimitive())
					? this.effective.getAsString() + ((this.unit != null) ? " " + this.unit : "") : null;
		}

	}

}
