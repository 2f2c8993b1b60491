package dev.grpctuning.load.stats;

/** What a comparison shows. No difference shown means none, or hidden by noise. */
public enum Verdict {

	BETTER, WORSE,

	/** Less than {@value Comparison#SAME_PERCENT} % apart, if at all. */
	SAME,

	NO_DIFFERENCE_SHOWN;

	public boolean differs() {
		return this == BETTER || this == WORSE;
	}

}
