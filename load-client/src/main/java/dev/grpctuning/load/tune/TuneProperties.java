package dev.grpctuning.load.tune;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What tune tries.
 *
 * @param knobs Names of the knobs to try, without grpc.tuning. If not set, all knobs of
 * tune.space.
 * @param space Values to try for each knob, by the name of the knob without grpc.tuning.
 * Replaces all built-in values.
 * @param time Approximate maximum time of the whole search.
 * @param trial Length of the first trials of each candidate. It doubles each time the
 * better half of the candidates is tried again.
 * @param rounds Number of rounds in which the best settings are compared with the
 * configured ones.
 * @param seed Seed of the random choice of candidates.
 */
@ConfigurationProperties(prefix = "tune", ignoreUnknownFields = false)
public record TuneProperties(@DefaultValue List<String> knobs, @DefaultValue Map<String, List<String>> space,
		@DefaultValue("15m") Duration time, @DefaultValue("1s") Duration trial, @DefaultValue("5") int rounds,
		@DefaultValue("1") long seed) {
}
