package dev.grpctuning.load.server;

import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** A server for one run, which may be older than the run and live longer. */
public interface RunServer extends AutoCloseable {

	/** Waits until it is up and has the settings of its variant. */
	void awaitReady() throws IOException, TuningRefusedException, InterruptedException;

	/** Whether it has replaced one that other runs had warmed up. */
	default boolean cold() {
		return false;
	}

	ObservedServer observed();

	/** Clock of its CPU time in nanoseconds; always 0 if its process is not known. */
	LongSupplier cpuClock();

	/** Runs an action when its process ends, as far as that can be seen. */
	void onExit(Runnable action);

	/**
	 * Whether it has ended by itself, as far as that can be seen. For use when it does
	 * not answer: one that is about to end is waited for, for a moment.
	 */
	boolean hasEnded() throws InterruptedException;

	/** Ends the run, and the server if it was for this run alone. */
	End end() throws IOException, InterruptedException;

	@Override
	void close();

	/**
	 * State of a server when a run against it has ended.
	 *
	 * @param exit how its process ended, or {@code null} if it goes on
	 * @param pauses pauses for garbage collection, as far as its log is known
	 */
	record End(@Nullable GcSummary gc, @Nullable Exit exit, List<Stall> pauses) {
	}

	/**
	 * How the process of a server ended.
	 *
	 * @param exitCode above 128 the signal that ended it plus 128
	 * @param asked whether its end was requested
	 */
	record Exit(int exitCode, boolean asked, @Nullable String outOfMemory, @Nullable String lastError) {

		/** Why it ended: out of memory, or its exit code with its last error. */
		public String text() {
			return (this.outOfMemory != null) ? this.outOfMemory
					: "exit code " + this.exitCode + ((this.lastError != null) ? ": " + this.lastError : "");
		}

	}

	/** Thrown, with the reason, when a server did not become ready. */
	class StartException extends IOException {

		public StartException(String message) {
			super(message);
		}

	}

}
