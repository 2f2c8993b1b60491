package dev.grpctuning.load;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How knee and tune search for the highest rate at which an objective holds.
 *
 * @param slo the objective: conditions such as p99 &lt; 10ms, as load.gates has them. A
 * call that fails or is not answered in time breaks it, unless a condition says how many
 * may
 * @param start rate to begin with, in calls per second; if not set, half of what the
 * server answers while it is warmed up
 * @param highest highest rate to try
 * @param precision how close to the highest rate the search comes, as a share of it
 * @param warmup time in which load.closed.outstanding calls are kept open on each channel
 * before the first trial
 * @param settle time before calls count, in each trial
 * @param trial time in which calls count, in each trial of knee and in the rounds of tune
 */
@ConfigurationProperties(prefix = "search", ignoreUnknownFields = false)
record SearchProperties(@DefaultValue List<String> slo, @Nullable Double start, @DefaultValue("1000000") double highest,
		@DefaultValue("0.05") double precision, @DefaultValue("10s") Duration warmup,
		@DefaultValue("1s") Duration settle, @DefaultValue("5s") Duration trial) {
}
