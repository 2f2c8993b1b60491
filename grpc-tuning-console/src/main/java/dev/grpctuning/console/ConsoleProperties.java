package dev.grpctuning.console;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the console.
 *
 * @param enabled Whether to serve the console, if the endpoint grpctuning is exposed over
 * HTTP.
 * @param maxViewers Maximum number of pages that are open at the same time.
 * @param presets Values of knobs by the name of the preset and the name of the knob, such
 * as presets.night.executor.type=virtual.
 */
@ConfigurationProperties(prefix = "grpc.tuning.console", ignoreUnknownFields = false)
record ConsoleProperties(@DefaultValue("true") boolean enabled, @DefaultValue("20") int maxViewers,
		@DefaultValue Map<String, Map<String, String>> presets) {

}
