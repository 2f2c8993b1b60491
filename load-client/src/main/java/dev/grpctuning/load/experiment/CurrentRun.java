package dev.grpctuning.load.experiment;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;

/**
 * What a thread that makes one run after the other is doing, so that another thread can
 * end it and all that would follow.
 */
final class CurrentRun {

	private @Nullable LoadRun run;

	private @Nullable Thread waiting;

	private boolean interrupted;

	/**
	 * Says that this thread is about to wait for something that a run needs.
	 * @return whether it may; otherwise all is to end
	 */
	synchronized boolean prepare() {
		if (!this.interrupted) {
			this.waiting = Thread.currentThread();
		}
		return !this.interrupted;
	}

	/**
	 * Says that a run is about to begin.
	 */
	synchronized void begin(LoadRun begun) {
		this.run = begun;
		this.waiting = null;
		if (this.interrupted) {
			begun.stop(StopReason.INTERRUPTED);
		}
	}

	/**
	 * Says that there is no run any more, and nothing that the thread waits for.
	 */
	synchronized void end() {
		this.run = null;
		this.waiting = null;
	}

	/**
	 * Ends what is going on. May be called from any thread.
	 */
	synchronized void interrupt() {
		this.interrupted = true;
		if (this.run != null) {
			this.run.stop(StopReason.INTERRUPTED);
		}
		else if (this.waiting != null) {
			this.waiting.interrupt();
		}
	}

}
