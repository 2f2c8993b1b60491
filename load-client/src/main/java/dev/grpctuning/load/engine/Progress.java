package dev.grpctuning.load.engine;

/**
 * How far a run has got, told once a second.
 *
 * @param point the second that has just passed
 * @param warmingUp whether calls do not count yet
 * @param share how much of the plan is done, from 0 to 1
 * @param ended calls that have ended so far
 * @param failed calls of these that failed
 * @param limited whether the client has held the load up in that second
 */
public record Progress(TimelinePoint point, boolean warmingUp, double share, long ended, long failed, boolean limited) {
}
