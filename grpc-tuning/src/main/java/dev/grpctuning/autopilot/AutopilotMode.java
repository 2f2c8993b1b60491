package dev.grpctuning.autopilot;

/** What the autopilot may do. */
public enum AutopilotMode {

	/** Nothing. */
	OFF,

	/** Compare candidates with the present settings, and propose better ones. */
	RECOMMEND,

	/** Also put better ones in force. */
	APPLY

}
