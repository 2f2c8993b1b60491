package dev.grpctuning.settings.value;

/** How a new generation replaces the old one. */
public enum GenerationChange implements Choice {

	/**
	 * The new server listens on the same port before the old one stops listening, where
	 * the transport can share a port; otherwise as {@link #RESTART}.
	 */
	SWAP,

	/** The old server stops first; connections made in between are refused. */
	RESTART

}
