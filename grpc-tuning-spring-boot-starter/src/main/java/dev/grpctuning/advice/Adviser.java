package dev.grpctuning.advice;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.TuningKnob;
import dev.grpctuning.lifecycle.EffectiveSettings;
import dev.grpctuning.lifecycle.Generation;

/**
 * Goes through the rules with what is in force in a generation.
 */
public final class Adviser {

	private final EffectiveSettings effective;

	private final int processors;

	/**
	 * Creates an adviser.
	 * @param effective what is in force
	 * @param processors processors that the JVM may use
	 */
	public Adviser(EffectiveSettings effective, int processors) {
		this.effective = effective;
		this.processors = processors;
	}

	/**
	 * Finds what does nothing or harm in a generation.
	 */
	public List<Advice> advise(Generation generation) {
		List<Advice> advice = new ArrayList<>();
		Integer boss = number(TuningKnob.BOSS_THREADS, generation);
		if (boss != null && boss > 1) {
			advice.add(new Advice(TuningKnob.BOSS_THREADS.propertyName(), boss + " boss threads",
					"gRPC accepts connections on one thread only", "1, or leave it out"));
		}
		Integer workers = number(TuningKnob.WORKER_THREADS, generation);
		if (workers != null && workers > this.processors) {
			advice.add(new Advice(TuningKnob.WORKER_THREADS.propertyName(),
					workers + " worker threads on " + this.processors + " processors",
					"an event loop never waits for anything but work, so that more of them only take turns",
					this.processors + " or fewer"));
		}
		return advice;
	}

	private @Nullable Integer number(TuningKnob knob, Generation generation) {
		return (this.effective.of(knob, generation) instanceof Integer number) ? number : null;
	}

}
