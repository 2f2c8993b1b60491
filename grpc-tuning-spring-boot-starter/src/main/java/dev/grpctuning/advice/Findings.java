package dev.grpctuning.advice;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.TuningKnob;
import dev.grpctuning.transport.BlockedEventLoop;

/**
 * What the rules look at.
 *
 * @param effective value of a knob in force, in its unit, or {@code null}
 * @param configured what a knob is set to, as written, or {@code null}
 * @param frameworkKeepAlive what the framework's own keepalive property is set to, as
 * written, or {@code null}
 * @param services full names of the services of the server
 * @param blocked the last time that the application was seen to hold an event loop up
 * @param jvm what the server runs on
 */
record Findings(Function<TuningKnob, @Nullable Object> effective, Function<TuningKnob, @Nullable String> configured,
		@Nullable String frameworkKeepAlive, Set<String> services, Optional<BlockedEventLoop> blocked, Jvm jvm) {

	@Nullable Integer number(TuningKnob knob) {
		return (this.effective.apply(knob) instanceof Integer number) ? number : null;
	}

	boolean has(TuningKnob knob) {
		return this.effective.apply(knob) != null;
	}

	String executor() {
		return String.valueOf(this.effective.apply(TuningKnob.EXECUTOR_TYPE));
	}

	/**
	 * What the server runs on.
	 *
	 * @param processors processors that the JVM may use
	 * @param maxHeapBytes greatest size of the heap
	 * @param g1 whether the heap is collected by G1
	 */
	record Jvm(int processors, long maxHeapBytes, boolean g1) {

	}

}
