package dev.grpctuning.console.stream;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a viewer learns of the service before the first point.
 *
 * @param interval seconds between two points
 * @param connectionsExposed whether the endpoint of the connections can be read
 * @param writable whether the tuning can be changed
 */
public record Introduction(String service, int processors, double interval, List<Preset> presets,
		boolean connectionsExposed, boolean writable) {

	/**
	 * Named values of knobs.
	 *
	 * @param values values by knob; an empty one for the framework's default, and
	 * {@code null} for the configured one
	 */
	public record Preset(String name, String description, Map<String, @Nullable String> values) {
	}

}
