package dev.grpctuning.load.tune;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What tune tries.
 *
 * @param knobs Names of the knobs to try, without grpc.tuning. If not set, all of the
 * space.
 * @param space Values to try of each knob, by its name without grpc.tuning. Replaces the
 * built-in space.
 * @param time Approximate maximum time of the whole search.
 * @param trial Length of the trials of the first rung, which doubles from rung to rung.
 * @param rounds Number of rounds in which the best settings are compared with the
 * configured ones.
 * @param seed Seed of the choice of trials.
 */
@ConfigurationProperties(prefix = "tune", ignoreUnknownFields = false)
public record TuneProperties(@DefaultValue List<String> knobs, @DefaultValue Map<String, List<String>> space,
		@DefaultValue("15m") Duration time, @DefaultValue("1s") Duration trial, @DefaultValue("5") int rounds,
		@DefaultValue("1") long seed) {
}
