package dev.grpctuning.load.server;

import java.io.IOException;

import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * A server for one run, which may be older than the run and live longer.
 */
public interface RunServer extends AutoCloseable {

	/** Waits until it is up and is what its variant says. */
	void awaitReady() throws IOException, TuningRefusedException, InterruptedException;

	/** Whether it has replaced one that other runs had warmed up. */
	default boolean cold() {
		return false;
	}

	ObservedServer observed();

	/** Has something done when its process ends, as far as that can be seen. */
	void onExit(Runnable action);

	/**
	 * Whether it has ended by itself, as far as that can be seen. For use when it does
	 * not answer: one that is about to end is waited for, for a moment.
	 */
	boolean hasEnded() throws InterruptedException;

	/** Ends the run, and the server if it was for this run alone. */
	ServerEnd end() throws IOException, InterruptedException;

	@Override
	void close();

}
