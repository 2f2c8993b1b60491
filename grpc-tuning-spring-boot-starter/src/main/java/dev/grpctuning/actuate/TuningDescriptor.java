package dev.grpctuning.actuate;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.change.Lease;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.transport.EventLoopProbe.LateEventLoop;
import dev.grpctuning.transport.EventLoopState;

/**
 * Tuning of the server as the endpoint shows it.
 *
 * @param generation the generation that serves, {@code null} if no server runs
 * @param draining generations whose last calls have not ended
 * @param at time of the answer by the server's clock
 */
public record TuningDescriptor(@Nullable GenerationDescriptor generation, List<GenerationDescriptor> draining,
		List<KnobDescriptor> knobs, List<ExecutorState> executors, LimitsDescriptor limits,
		Map<String, Boolean> services, JvmDescriptor jvm, List<Advice> advice, List<Lease> leases,
		List<TuningChange> changes, List<LateEventLoop> lateEventLoops, Instant at) {

	/**
	 * A generation of the server.
	 *
	 * @param state {@code serving} or {@code draining}
	 * @param openCalls calls in flight, {@code null} if they are not counted
	 */
	public record GenerationDescriptor(int number, Instant since, String state, @Nullable Object transport,
			String transportReason, List<String> addresses, @Nullable Integer openCalls, List<EventLoopState> boss,
			List<EventLoopState> workers) {
	}

	/**
	 * A knob as the endpoint shows it.
	 *
	 * @param name name of the property without {@code grpc.tuning.}
	 * @param configured value as written, {@code null} if it is not set
	 * @param effective value in force, in its unit, read from the running server;
	 * {@code null} for unlimited or none
	 * @param pending where another value is still in force, {@code null} if nowhere
	 * @param origin where it is set, {@code null} if it is not set
	 * @param unit unit of the effective value, {@code null} if it has none
	 * @param choices the values that are allowed, {@code null} if they are not a fixed
	 * set
	 */
	public record KnobDescriptor(String name, @Nullable String configured, @Nullable Object effective,
			@Nullable String pending, String scope, @Nullable String origin, @Nullable String unit,
			@Nullable List<String> choices, String description) {

	}

	/**
	 * Limits of the whole server.
	 *
	 * @param concurrentCalls unary calls that may be open now, {@code null} for no limit
	 * @param concurrentStreams streams that may be open, {@code null} for no limit
	 * @param maxConnections connections that may be open, {@code null} for no limit
	 */
	public record LimitsDescriptor(@Nullable Integer concurrentCalls, @Nullable String algorithm, int openCalls,
			@Nullable Integer concurrentStreams, int openStreams, long refusedCalls, @Nullable Integer maxConnections,
			int openConnections, long acceptedConnections, long refusedConnections) {
	}

}
