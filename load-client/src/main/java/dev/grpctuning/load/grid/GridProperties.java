package dev.grpctuning.load;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

import dev.grpctuning.hello.codec.HelloCodec;

/**
 * A grid: clients that each wait for their answer, delays of the handler, codecs.
 *
 * @param clients numbers of clients; 1, 10 and 100 if not set
 * @param delays how long the handler waits, in microseconds unless a unit is named; 0, 1,
 * 10, 100 and 1000 if not set
 * @param codecs codecs of the messages; all of them if not set
 * @param warmup time in which the most clients call with all codecs, before the first
 * cell; each cell has load.warmup besides
 */
@ConfigurationProperties(prefix = "grid", ignoreUnknownFields = false)
record GridProperties(@DefaultValue List<Integer> clients,
		@DurationUnit(ChronoUnit.MICROS) @DefaultValue List<Duration> delays, @DefaultValue List<HelloCodec> codecs,
		@DefaultValue("30s") Duration warmup) {
}
