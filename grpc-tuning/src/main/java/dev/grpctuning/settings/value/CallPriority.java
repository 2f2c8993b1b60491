package dev.grpctuning.settings.value;

/**
 * Importance of a call. The less important it is, the smaller the part of the limit that
 * must be taken before it is refused.
 */
public enum CallPriority implements Choice {

	CRITICAL(1.0),

	NORMAL(0.9),

	LOW(0.7);

	private final double share;

	CallPriority(double share) {
		this.share = share;
	}

	/** Part of the limit that calls may take, from 0 to 1. */
	public double share() {
		return this.share;
	}

}
