package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** The servers of an experiment's runs in one mode. For use by one thread. */
public interface RunServers extends AutoCloseable {

	/** Checks before the first run that every variant can be run. */
	void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException;

	/** Longest wait, before a run, for a server to settle. */
	Duration settle();

	/** Approximate time from the end of a run to the beginning of the next. */
	Duration changeover();

	/** Whether a server lives longer than a run. */
	default boolean kept() {
		return true;
	}

	/** Why each run has a server of its own, if one was meant to be changed. */
	default @Nullable String fallback() {
		return null;
	}

	RunServer start(Variant variant, Path directory) throws IOException;

	/** Ends the servers that were started, and restores those that were attached to. */
	@Override
	void close() throws IOException;

}
