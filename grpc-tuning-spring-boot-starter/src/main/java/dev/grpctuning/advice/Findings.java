package dev.grpctuning.advice;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.Refusal;
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
 * @param figures what has happened since the start
 */
record Findings(Function<Knob<?>, @Nullable Object> effective, Function<Knob<?>, @Nullable String> configured,
		@Nullable String frameworkKeepAlive, Set<String> services, Optional<BlockedEventLoop> blocked, Figures figures,
		Jvm jvm) {

	@Nullable Integer number(Knob<?> knob) {
		return (this.effective.apply(knob) instanceof Integer number) ? number : null;
	}

	boolean has(Knob<?> knob) {
		return this.effective.apply(knob) != null;
	}

	String executor() {
		return String.valueOf(this.effective.apply(Knobs.EXECUTOR_TYPE));
	}

	/**
	 * What has happened since the start.
	 *
	 * @param calls calls that were not refused
	 * @param closed number of connections that a knob closed or refused
	 * @param expired calls that ended because of {@code limit.max-call-age}
	 * @param longestWaitMillis longest time that a task waited for a thread lately
	 */
	record Figures(long calls, Function<Refusal, Long> refused, Function<Knob<?>, Long> closed, long expired,
			double longestWaitMillis) {

		boolean isMany(long ofCalls) {
			return ofCalls >= 100 && ofCalls * 100 >= this.calls;
		}

	}

	record Jvm(int processors, long maxHeapBytes, boolean g1) {

	}

}
