package dev.grpctuning.load.grid;

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
 * @param clients Numbers of clients. If not set, 1, 10 and 100.
 * @param delays Delays of the handler, in microseconds unless a unit is given. If not
 * set, 0, 1, 10, 100 and 1000.
 * @param codecs Codecs of the messages. If not set, all.
 * @param warmup Warm-up before the first cell, with the largest number of clients and all
 * codecs. Each cell also has load.warmup.
 */
@ConfigurationProperties(prefix = "grid", ignoreUnknownFields = false)
public record GridProperties(@DefaultValue List<Integer> clients,
		@DurationUnit(ChronoUnit.MICROS) @DefaultValue List<Duration> delays, @DefaultValue List<HelloCodec> codecs,
		@DefaultValue("30s") Duration warmup) {
}
