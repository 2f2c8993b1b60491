package dev.grpctuning.advice;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.ForeignAnswers;
import dev.grpctuning.call.Refusal;
import dev.grpctuning.call.adaptive.MethodPlace.MethodState;
import dev.grpctuning.connection.LoopLoad;
import dev.grpctuning.connection.UnreadyWrites;
import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.transport.EventLoopProbe.BlockedEventLoop;

/**
 * What the rules look at.
 *
 * @param effective value of a knob in force, in its unit, or {@code null}
 * @param set value of a knob in the settings, in its unit, or {@code null}
 * @param configured what a knob is set to, as written, or {@code null}
 * @param frameworkKeepAlive what the framework's own keepalive property is set to, or
 * {@code null}
 * @param figures what has happened since the start
 * @param traffic sizes, speed and distribution of the calls
 * @param unreadable what cannot be read in this version of grpc-java
 */
record Findings(Function<Knob<?>, @Nullable Object> effective, Function<Knob<?>, @Nullable Object> set,
		Function<Knob<?>, @Nullable String> configured, @Nullable Duration frameworkKeepAlive, Set<String> services,
		Optional<BlockedEventLoop> blocked, Figures figures, Traffic traffic, Jvm jvm, List<String> unreadable) {

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
	 * @param calls calls of the generation that were not refused
	 * @param allCalls calls of all generations that were not refused
	 * @param closed number of connections that a knob closed or refused
	 * @param expired calls that ended because of {@code limit.max-call-age}
	 * @param longestWaitMillis longest time that a task waited for a thread lately
	 */
	record Figures(long calls, long allCalls, Function<Refusal, Long> refused, Function<Knob<?>, Long> closed,
			long expired, double longestWaitMillis) {

		boolean isMany(long ofCalls) {
			return ofCalls >= 100 && ofCalls * 100 >= this.allCalls;
		}

	}

	/**
	 * Sizes, speed and distribution of the calls of the server.
	 *
	 * @param methods where the calls of each method run, for adaptive executors
	 * @param held number of large messages that held up an event loop
	 * @param unreadyStreams streams that wrote although their client was not ready
	 * @param loops number of event loops that take connections
	 * @param loads loads of the event loops that have connections
	 * @param foreign method whose handler answers from threads of its own
	 */
	record Traffic(List<MethodState> methods, long held, LargeMessages.@Nullable Held longest, long unreadyStreams,
			UnreadyWrites.@Nullable Waiting unready, int loops, Collection<LoopLoad> loads,
			ForeignAnswers.@Nullable Most foreign) {

	}

	record Jvm(int processors, long maxHeapBytes, boolean g1) {

	}

}
