package dev.grpctuning.actuate;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.call.LimitState;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.server.TuningChange;

/**
 * The tuning of the server, whole.
 *
 * @param generation the generation that serves, {@code null} if no server runs
 * @param draining generations whose last calls have not ended
 * @param retiringExecutors executors that were exchanged and whose last call has not
 * ended
 */
public record TuningDescriptor(@Nullable GenerationDescriptor generation, List<GenerationDescriptor> draining,
		List<KnobDescriptor> knobs, List<ExecutorDescriptor> executors, int retiringExecutors, LimitsDescriptor limits,
		Map<String, Boolean> services, JvmDescriptor jvm, List<Advice> advice, List<TuningChange> changes) {

	/**
	 * An executor.
	 *
	 * @param name {@code main}, {@code canary} or the pattern of a route
	 * @param type the kind of threads
	 * @param threads number of threads that was asked for
	 * @param queueCapacity tasks that may wait, {@code null} for no bound
	 * @param queued tasks that wait for a thread
	 * @param waitMeanMillis mean time that tasks waited, {@code null} if that is not
	 * measured
	 */
	public record ExecutorDescriptor(String name, String type, int threads, @Nullable Integer queueCapacity, int queued,
			int active, long completed, long calls, long refused, @Nullable Double waitMeanMillis,
			@Nullable Double waitMaxMillis) {

		static ExecutorDescriptor of(ExecutorState state) {
			return new ExecutorDescriptor(state.name(), state.settings().type().propertyValue(),
					state.settings().threads(), state.settings().queueCapacity(), state.queued(), state.active(),
					state.completed(), state.calls(), state.refused(),
					(state.waitTime() != null) ? state.waitTime().mean().toNanos() / 1e6 : null,
					(state.waitTime() != null) ? state.waitTime().max().toNanos() / 1e6 : null);
		}

	}

	/**
	 * Bounds of the whole server.
	 *
	 * @param concurrentCalls calls that may be open now, {@code null} for no bound
	 * @param maxConnections connections that may be open, {@code null} for no bound
	 */
	public record LimitsDescriptor(@Nullable Integer concurrentCalls, @Nullable String algorithm, int openCalls,
			long refusedCalls, @Nullable Integer maxConnections, int openConnections, long acceptedConnections,
			long refusedConnections) {

		static LimitsDescriptor of(LimitState calls, @Nullable Integer maxConnections, int open, long accepted,
				long refused) {
			return new LimitsDescriptor(calls.allowed(),
					(calls.settings() != null) ? calls.settings().algorithm().propertyValue() : null, calls.open(),
					calls.refused(), maxConnections, open, accepted, refused);
		}

	}

}
