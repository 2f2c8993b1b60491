package dev.grpctuning.load.search;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How knee and tune search for the highest rate at which an objective holds.
 *
 * @param slo Objective, as thresholds such as p99 &lt; 10ms. A failed or unfinished call
 * violates it, unless a threshold permits some.
 * @param start Rate of the first trial in calls per second. If not set, half of what the
 * server answers in the warm-up.
 * @param highest Maximum rate to try, in calls per second.
 * @param precision Precision of the result: by which share of the rate its interval may
 * reach to either side.
 * @param trial Time that counts in each trial of knee.
 * @param trials Maximum number of trials of knee at each variant.
 * @param warmup Warm-up before the first trial, with load.closed.outstanding open calls
 * per channel.
 * @param settle Time at the beginning of each trial that does not count.
 */
@ConfigurationProperties(prefix = "search", ignoreUnknownFields = false)
public record SearchProperties(@DefaultValue List<String> slo, @Nullable Double start,
		@DefaultValue("1000000") double highest, @DefaultValue("0.05") double precision, @DefaultValue("30") int trials,
		@DefaultValue("10s") Duration warmup, @DefaultValue("1s") Duration settle, @DefaultValue("5s") Duration trial) {
}
