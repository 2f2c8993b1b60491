package dev.grpctuning.advice;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.TuningKnob;
import dev.grpctuning.TuningSource;
import dev.grpctuning.lifecycle.EffectiveSettings;
import dev.grpctuning.lifecycle.Generation;
import dev.grpctuning.transport.BlockedEventLoop;

/**
 * Looks for settings of the running server that do nothing or do harm.
 *
 * @param effective what is in force, and through it what is configured
 * @param frameworkProperty value of one of the properties that frameworks have for
 * keepalive, as written
 * @param blocked the last time that the application was seen to hold an event loop up
 */
public record Adviser(EffectiveSettings effective, Function<String, @Nullable String> frameworkProperty,
		Supplier<Optional<BlockedEventLoop>> blocked) {

	/**
	 * Finds them in a generation.
	 */
	public List<Advice> advise(Generation generation) {
		return Rule.check(new Findings((knob) -> this.effective.of(knob, generation), this::configured,
				frameworkKeepAlive(), this.effective.services().names(), this.blocked.get(), jvm()));
	}

	private @Nullable String configured(TuningKnob knob) {
		TuningSource.ConfiguredValue value = this.effective.tuning().configured(knob);
		return (value != null) ? value.value() : null;
	}

	private @Nullable String frameworkKeepAlive() {
		// net.devh has a value that applies only when it is switched on.
		if ("true".equals(this.frameworkProperty.apply("grpc.server.enable-keep-alive"))) {
			return this.frameworkProperty.apply("grpc.server.keep-alive-time");
		}
		return this.frameworkProperty.apply("spring.grpc.server.keepalive.time");
	}

	private static Findings.Jvm jvm() {
		boolean g1 = ManagementFactory.getGarbageCollectorMXBeans()
			.stream()
			.anyMatch((collector) -> collector.getName().startsWith("G1"));
		return new Findings.Jvm(Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory(), g1);
	}

}
