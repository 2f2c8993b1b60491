package dev.grpctuning.hello;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Work of the handlers besides answering.
 *
 * @param printHeader Whether the handlers print the header x-the-header to stdout.
 * @param work Work that simulates a real handler, done once per call and once per message
 * of a chat.
 * @param maxResponseSize Maximum size of the payload that a caller may ask for.
 */
@ConfigurationProperties(prefix = "hello", ignoreUnknownFields = false)
record HelloProperties(@DefaultValue("false") boolean printHeader, @DefaultValue Work work,
		@DefaultValue("4MB") DataSize maxResponseSize) {

	HelloProperties {
		if (maxResponseSize.isNegative() || maxResponseSize.toBytes() > Payloads.MAX_BYTES) {
			throw new InvalidConfigurationPropertyValueException("hello.max-response-size", maxResponseSize,
					"must be between 0B and 16MB.");
		}
	}

	/**
	 * Work that simulates a real handler.
	 *
	 * @param delay Time for which a handler blocks its thread. The handler spins for the
	 * last 60 µs, because Linux wakes a sleeping thread late.
	 * @param cpu Time for which a handler keeps its thread busy.
	 * @param allocation Size of the garbage that a handler allocates.
	 * @param asyncDelay Time before a SayHello is answered in which no thread is blocked,
	 * after the other work.
	 * @param maxDelay Maximum delay that a caller may ask for with x-work-delay-us.
	 */
	record Work(@Nullable Duration delay, @Nullable Duration cpu, @Nullable DataSize allocation,
			@Nullable Duration asyncDelay, @DefaultValue("0s") Duration maxDelay) {

		Work {
			refuse("delay", delay, delay != null && delay.isNegative());
			refuse("cpu", cpu, cpu != null && cpu.isNegative());
			refuse("async-delay", asyncDelay, asyncDelay != null && asyncDelay.isNegative());
			refuse("max-delay", maxDelay, maxDelay.isNegative());
			refuse("allocation", allocation, allocation != null && allocation.isNegative());
		}

		private static void refuse(String name, @Nullable Object value, boolean negative) {
			if (value != null && negative) {
				throw new InvalidConfigurationPropertyValueException("hello.work." + name, value,
						"must not be negative.");
			}
		}

	}

}
