package dev.grpctuning.actuate;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.transport.EventLoopState;

/**
 * A generation of the server as the endpoint shows it.
 *
 * @param number its number; the first is 1
 * @param state {@code serving} or {@code draining}
 * @param openCalls calls in flight, {@code null} if they are not counted
 */
public record GenerationDescriptor(int number, Instant since, String state, @Nullable Object transport,
		String transportReason, List<String> addresses, @Nullable Integer openCalls, List<EventLoopState> boss,
		List<EventLoopState> workers) {

}
