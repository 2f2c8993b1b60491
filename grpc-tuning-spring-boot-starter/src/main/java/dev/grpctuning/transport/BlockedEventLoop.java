package dev.grpctuning.transport;

import java.time.Duration;
import java.time.Instant;

/**
 * An event loop that was seen to be held up by code of the application.
 *
 * @param thread name of its thread
 * @param method class and method of the application that it was in
 * @param atLeast how long it had not answered when that was seen
 * @param at when it was seen
 */
public record BlockedEventLoop(String thread, String method, Duration atLeast, Instant at) {

}
