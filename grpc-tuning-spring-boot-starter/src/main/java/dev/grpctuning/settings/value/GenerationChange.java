package dev.grpctuning;

/**
 * How a new generation takes the place of the old one.
 */
public enum GenerationChange {

	/**
	 * The new server listens on the same port before the old one stops listening, where
	 * the transport can share a port; otherwise as {@link #RESTART}.
	 */
	SWAP,

	/**
	 * The old server stops listening before the new one listens. Connections that are
	 * made in between are refused.
	 */
	RESTART;

	/**
	 * Name in a property file.
	 */
	public String propertyValue() {
		return switch (this) {
			case SWAP -> "swap";
			case RESTART -> "restart";
		};
	}

}
