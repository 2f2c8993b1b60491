package dev.grpctuning.autopilot.experiment;

import org.jspecify.annotations.Nullable;

/** What an experiment knows of a server. */
public interface SlicedService {

	/** A clock such as {@link System#nanoTime()}. */
	long nanoTime();

	void pause(long nanos) throws InterruptedException;

	/** Counters now, {@code null} if calls are not measured. */
	@Nullable Sample sample();

}
