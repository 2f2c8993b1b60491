package dev.grpctuning.metrics;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;

import dev.grpctuning.TuningKnob;
import dev.grpctuning.lifecycle.EffectiveSettings;
import dev.grpctuning.lifecycle.Generation;
import dev.grpctuning.lifecycle.Generations;
import dev.grpctuning.lifecycle.Tuning;

/**
 * Counts changes, and shows as the tags of a gauge that is always 1 what is in force.
 */
public final class InfoMeter {

	private static final List<TuningKnob> SHOWN = List.of(TuningKnob.TRANSPORT, TuningKnob.WORKER_THREADS,
			TuningKnob.EXECUTOR_TYPE, TuningKnob.EXECUTOR_THREADS, TuningKnob.EXECUTOR_LIVE,
			TuningKnob.MAX_CONCURRENT_CALLS_PER_CONNECTION, TuningKnob.FLOW_CONTROL_WINDOW,
			TuningKnob.LIMIT_CONCURRENT_CALLS, TuningKnob.LIMIT_ALGORITHM);

	private final MultiGauge info;

	private final EffectiveSettings effective;

	private final Generations generations;

	/**
	 * Registers the meters.
	 * @param registry where they are registered
	 * @param effective what is in force
	 * @param generations the generations
	 * @param tuning tells of changes
	 */
	public InfoMeter(MeterRegistry registry, EffectiveSettings effective, Generations generations, Tuning tuning) {
		this.effective = effective;
		this.generations = generations;
		this.info = MultiGauge.builder("grpc.tuning.info")
			.description("What is in force, as tags; always 1")
			.register(registry);
		tuning.onChange((change) -> {
			registry.counter("grpc.tuning.changes", "outcome", change.outcome().name()).increment();
			refresh();
		});
	}

	/**
	 * Reads anew what is in force.
	 */
	public void refresh() {
		List<Generation> living = this.generations.living();
		if (living.isEmpty()) {
			return;
		}
		Generation serving = living.get(living.size() - 1);
		if (!serving.settings().server().metrics()) {
			this.info.register(List.of(), true);
			return;
		}
		Tags tags = Tags.of("generation", Integer.toString(serving.number()));
		for (TuningKnob knob : SHOWN) {
			Object value = this.effective.of(knob, serving);
			tags = tags.and(knob.propertyName().replace('-', '.'), (value != null) ? value.toString() : "none");
		}
		this.info.register(List.of(MultiGauge.Row.of(tags, 1)), true);
	}

}
