package dev.grpctuning.lifecycle;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.executor.HandlerExecutor;
import dev.grpctuning.transport.EventLoops;

/**
 * Event loops and executor of one built server. It does NOT safely support concurrent
 * use: {@link Generations} guards it.
 */
class Generation {

	private final int number;

	private @Nullable EventLoops eventLoops;

	private @Nullable HandlerExecutor executor;

	Generation(int number) {
		this.number = number;
	}

	int number() {
		return this.number;
	}

	void own(EventLoops eventLoops) {
		this.eventLoops = eventLoops;
	}

	void own(HandlerExecutor executor) {
		this.executor = executor;
	}

	/**
	 * Ends the handlers first, because they still write their responses on the event
	 * loops.
	 */
	boolean close(Duration grace) {
		boolean handlersEnded = (this.executor == null) || this.executor.close(grace);
		boolean loopsEnded = (this.eventLoops == null) || this.eventLoops.close(grace);
		return handlersEnded && loopsEnded;
	}

}
