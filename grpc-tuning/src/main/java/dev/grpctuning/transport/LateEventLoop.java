package dev.grpctuning.transport;

import java.time.Instant;

/** A time in which an event loop did not run a task that was handed over to it. */
public record LateEventLoop(String thread, Instant from, Instant until) {

}
