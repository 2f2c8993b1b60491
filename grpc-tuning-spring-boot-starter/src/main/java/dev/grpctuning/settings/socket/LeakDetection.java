package dev.grpctuning.settings.socket;

import dev.grpctuning.settings.value.Choice;

/** Which buffers Netty watches for one that is never released. */
public enum LeakDetection implements Choice {

	/** None. */
	DISABLED,

	/** One of 128, with the place where it was allocated. */
	SIMPLE,

	/** One of 128, with the places where it was used. */
	ADVANCED,

	/** All, with the places where they were used. */
	PARANOID

}
