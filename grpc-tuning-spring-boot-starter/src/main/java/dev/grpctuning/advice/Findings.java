package dev.grpctuning.advice;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.transport.BlockedEventLoop;

/**
 * What the rules look at.
 *
 * @param effective value of a knob in force, in its unit, or {@code null}
 * @param configured what a knob is set to, as written, or {@code null}
 * @param frameworkKeepAlive what the framework's own keepalive property is set to, as
 * written, or {@code null}
 */
record Findings(Function<Knob<?>, @Nullable Object> effective, Function<Knob<?>, @Nullable String> configured,
		@Nullable String frameworkKeepAlive, Set<String> services, Optional<BlockedEventLoop> blocked, Jvm jvm) {

	@Nullable Integer number(Knob<?> knob) {
		return (this.effective.apply(knob) instanceof Integer number) ? number : null;
	}

	boolean has(Knob<?> knob) {
		return this.effective.apply(knob) != null;
	}

	String executor() {
		return String.valueOf(this.effective.apply(Knobs.EXECUTOR_TYPE));
	}

	record Jvm(int processors, long maxHeapBytes, boolean g1) {

	}

}
