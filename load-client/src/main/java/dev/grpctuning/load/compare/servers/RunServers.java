package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.TuningRefusedException;

/**
 * Where the servers of an experiment's runs come from: there is one implementation for
 * each mode. For use by one thread at a time.
 */
public interface RunServers extends AutoCloseable {

	/**
	 * Finds out, before anything is driven, whether all variants can be had.
	 * @param variants the variants
	 * @throws TuningRefusedException if one cannot, or nobody who asks so may change the
	 * server
	 * @throws IOException if a server does not come up
	 * @throws InterruptedException if the thread was interrupted
	 */
	void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException;

	/**
	 * Longest wait, before a run, for a server to settle.
	 * @return zero or more
	 */
	Duration settle();

	/**
	 * Roughly what it takes from the end of a run to the begin of the next.
	 * @return more than zero
	 */
	Duration changeover();

	/**
	 * Whether a server lives longer than a run.
	 * @return whether what it has compiled in one run it has in the next
	 */
	boolean kept();

	/**
	 * A server for a run.
	 * @param variant what the server is to be
	 * @param directory where the logs go of a server that is started for this run
	 * @return the server, to be waited for
	 * @throws IOException if a process cannot be started or its files not be made
	 */
	RunServer start(Variant variant, Path directory) throws IOException;

	/**
	 * Ends the servers that were started, and gives back to others what they were before.
	 * @throws IOException if that is not possible, with what is to be done by hand
	 */
	@Override
	void close() throws IOException;

}
