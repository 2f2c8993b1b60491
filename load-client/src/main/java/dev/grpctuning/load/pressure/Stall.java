package dev.grpctuning.load.pressure;

/**
 * A time in which a process or an event loop stood still, on the clock of
 * {@link System#nanoTime()}.
 *
 * @param cause why the calls of this time are slow
 */
public record Stall(TailCause cause, long fromNanos, long untilNanos) {
}
