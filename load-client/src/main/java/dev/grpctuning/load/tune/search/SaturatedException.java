package dev.grpctuning.load.tune.search;

import java.io.IOException;

import dev.grpctuning.load.stats.Figures;

/** Thrown if the client cannot drive the rates that a search needs. */
public final class SaturatedException extends IOException {

	public SaturatedException(double rate) {
		super("the load generator was saturated in trial after trial, down to %s calls per second, so these show nothing about the server; end other work on this machine and try again"
			.formatted(Figures.rate(rate)));
	}

}
