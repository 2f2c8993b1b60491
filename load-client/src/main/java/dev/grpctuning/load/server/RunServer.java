package dev.grpctuning.load.server;

import java.io.IOException;

/**
 * A server for one run, which may be older than the run and live longer.
 */
public interface RunServer extends AutoCloseable {

	/**
	 * Waits until it is up and is what its variant says.
	 * @throws IOException if it is not up in time, with the reason
	 * @throws TuningRefusedException if it cannot be made what its variant says
	 * @throws InterruptedException if the thread was interrupted
	 */
	void awaitReady() throws IOException, TuningRefusedException, InterruptedException;

	/**
	 * Whether it has replaced one that other runs had warmed up.
	 * @return whether it has driven nothing yet though it is kept for all runs
	 */
	default boolean cold() {
		return false;
	}

	/**
	 * The server as it can be seen.
	 * @return the server, while it is {@linkplain #awaitReady ready}
	 */
	ObservedServer observed();

	/**
	 * Has something done when its process ends, as far as that can be seen.
	 * @param action what to do
	 */
	void onExit(Runnable action);

	/**
	 * Whether it has ended by itself, as far as that can be seen. For use when it does
	 * not answer: one that is about to end is waited for, for a moment.
	 * @return whether it is gone
	 * @throws InterruptedException if the thread was interrupted
	 */
	boolean hasEnded() throws InterruptedException;

	/**
	 * Ends the run, and the server if it was for this run alone.
	 * @return what became of the server
	 * @throws IOException if its files cannot be read or written
	 * @throws InterruptedException if the thread was interrupted
	 */
	ServerEnd end() throws IOException, InterruptedException;

	/**
	 * Ends a server that was for this run alone by force, if it is still there.
	 */
	@Override
	void close();

}
