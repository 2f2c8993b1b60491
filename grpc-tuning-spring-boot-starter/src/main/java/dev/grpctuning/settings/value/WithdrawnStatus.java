package dev.grpctuning.settings.value;

/** Status that calls of a withdrawn service end with. */
public enum WithdrawnStatus implements Choice {

	/** As if the server did not have the service. */
	UNIMPLEMENTED,

	/** That another server may have it. */
	UNAVAILABLE

}
