package dev.grpctuning.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What tune tries.
 *
 * @param knobs names of the knobs to try, without grpc.tuning; all of the space if not
 * set
 * @param space values to try of each knob, by its name without grpc.tuning, instead of
 * the space that tune has by itself
 * @param time how long all may take, roughly; what does not fit is not tried
 * @param trial length of the trials of the first rung, which doubles from rung to rung
 * @param rounds rounds in which the best is compared with what is configured
 * @param seed seed of the choice of what is tried
 */
@ConfigurationProperties(prefix = "tune", ignoreUnknownFields = false)
record TuneProperties(@DefaultValue List<String> knobs, @DefaultValue Map<String, List<String>> space,
		@DefaultValue("15m") Duration time, @DefaultValue("1s") Duration trial, @DefaultValue("5") int rounds,
		@DefaultValue("1") long seed) {
}
