package dev.grpctuning.service;

/**
 * What calls of a withdrawn service are answered.
 */
public enum WithdrawnStatus {

	/** As if the server did not have the service. */
	UNIMPLEMENTED,

	/** That another server may have it. */
	UNAVAILABLE;

	/**
	 * Name in a property file.
	 */
	public String propertyValue() {
		return switch (this) {
			case UNIMPLEMENTED -> "unimplemented";
			case UNAVAILABLE -> "unavailable";
		};
	}

}
