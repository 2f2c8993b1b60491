package dev.grpctuning.load.stats;

/** What a comparison shows. No difference shown means none, or hidden by noise. */
public enum Verdict {

	BETTER, WORSE, NO_DIFFERENCE_SHOWN

}
