package dev.grpctuning.load.config;

/**
 * Value that a ramp or steps change: calls per second, or open calls.
 */
enum ChangingFigure {

	RATE, CONCURRENCY

}
