package dev.grpctuning.settings.value;

/** Status that calls of a withdrawn service end with. */
public enum WithdrawnStatus implements Choice {

	/** As if the server did not have the service. */
	UNIMPLEMENTED,

	/** The client may try another server, which may have the service. */
	UNAVAILABLE

}
