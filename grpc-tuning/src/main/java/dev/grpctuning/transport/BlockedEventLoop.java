package dev.grpctuning.transport;

import java.time.Duration;
import java.time.Instant;

/**
 * An event loop that code of the application held up.
 *
 * @param atLeast how long it had not answered when that was seen
 */
public record BlockedEventLoop(String thread, String method, Duration atLeast, Instant at) {

}
