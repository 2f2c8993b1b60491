package dev.grpctuning.load.engine;

/**
 * How long the calls of a burst were there: the time from the last send of a turn until
 * no call was open that had been sent until then, those of earlier turns included. The
 * server's queue is empty then. It is the client's clock that says so, to the call.
 *
 * @param turns turns of which every call has ended
 * @param unfinished turns of which, or before which, a call had not ended when the run
 * did
 * @param medianMillis median over the turns that ended, 0 if none did
 * @param maxMillis the longest of them, likewise
 */
public record Bursts(int turns, int unfinished, double medianMillis, double maxMillis) {
}
