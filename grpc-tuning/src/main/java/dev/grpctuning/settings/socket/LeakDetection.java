package dev.grpctuning.settings.socket;

import dev.grpctuning.settings.value.Choice;

/** Levels of Netty's leak detection. */
public enum LeakDetection implements Choice {

	/** Tracks no buffer. */
	DISABLED,

	/**
	 * Tracks about one in 128 buffers. A report has the stack trace of the allocation.
	 */
	SIMPLE,

	/**
	 * Tracks about one in 128 buffers. A report also has the stack traces of recent
	 * accesses.
	 */
	ADVANCED,

	/** Tracks every buffer, with the stack traces of recent accesses. */
	PARANOID

}
