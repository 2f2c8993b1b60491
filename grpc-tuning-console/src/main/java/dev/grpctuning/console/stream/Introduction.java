package dev.grpctuning.console.stream;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Facts about the service that a viewer gets before the first point.
 *
 * @param interval seconds between two points
 * @param connections endpoint of the connections, {@code null} if it cannot be read
 * @param autopilot endpoint of the autopilot, {@code null} if it cannot be read
 * @param slices endpoint of slices, {@code null} if it cannot be read
 * @param writable whether the tuning can be changed
 */
public record Introduction(String service, int processors, double interval, List<Preset> presets,
		@Nullable Endpoint connections, @Nullable Endpoint autopilot, @Nullable Endpoint slices, boolean writable) {

	/**
	 * Another endpoint. A page knows only its own path, which may have a prefix that the
	 * service does not know.
	 *
	 * @param tuningPath path of the endpoint that the console belongs to
	 * @param writable whether it also takes changes
	 */
	public record Endpoint(String path, String tuningPath, boolean writable) {
	}

	/**
	 * Named values of knobs.
	 *
	 * @param values values by knob; an empty one for the framework's default, and
	 * {@code null} for the configured one
	 */
	public record Preset(String name, String description, Map<String, @Nullable String> values) {
	}

}
