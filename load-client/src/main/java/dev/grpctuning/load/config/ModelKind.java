package dev.grpctuning.load.config;

/** Load models: when calls start. */
public enum ModelKind {

	BURST, CLOSED, OPEN, RAMP, STEPS, REPLAY, BLOCKING

}
