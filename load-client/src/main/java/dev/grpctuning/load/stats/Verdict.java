package dev.grpctuning.load.stats;

/**
 * What a comparison shows of a variant. {@code NO_DIFFERENCE_SHOWN} means that there is
 * none, or that the noise hides it.
 */
public enum Verdict {

	BETTER, WORSE, NO_DIFFERENCE_SHOWN

}
