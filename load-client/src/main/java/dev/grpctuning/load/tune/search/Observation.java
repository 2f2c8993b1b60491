package dev.grpctuning.load.tune.search;

/**
 * What a run at a rate showed.
 *
 * @param latency the latency that the objective is on, not a number if there is none
 * @param resolution step to which that is rounded, as a share of it
 */
public record Observation(double latency, double resolution, boolean held) {

	public static final Observation NONE = new Observation(Double.NaN, 0, false);

}
