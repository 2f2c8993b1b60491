package dev.grpctuning.autoconfigure;

import java.util.function.Consumer;

import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;

/** What an application does when a generation starts. */
class GenerationHook implements Generations.Listener {

	private volatile Consumer<Generation> hook = (generation) -> {
	};

	/** Does something whenever a generation has started from now on. */
	void set(Consumer<Generation> hook) {
		this.hook = hook;
	}

	@Override
	public void started(Generation generation) {
		this.hook.accept(generation);
	}

	@Override
	public void ended(Generation generation) {
	}

}
