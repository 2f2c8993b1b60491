package dev.grpctuning.load.tune;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Knobs, values and time of tune.
 *
 * @param knobs Names of the knobs to try, without grpc.tuning. If not set, all knobs of
 * tune.space.
 * @param space Values to try for each knob, by the name of the knob without grpc.tuning.
 * Replaces all built-in values.
 * @param time Maximum time of the whole search. A running trial is completed.
 * @param trial Time that counts in each trial. Slices have half of it.
 * @param rounds Maximum number of rounds in which the best settings are compared with the
 * configured ones. If not set, one for each minute of tune.time, and at least 12.
 * @param seed Seed of the order of the trials in a race.
 */
@ConfigurationProperties(prefix = "tune", ignoreUnknownFields = false)
public record TuneProperties(@DefaultValue List<String> knobs, @DefaultValue Map<String, List<String>> space,
		@DefaultValue("15m") Duration time, @DefaultValue("1s") Duration trial, @Nullable Integer rounds,
		@DefaultValue("1") long seed) {
}
