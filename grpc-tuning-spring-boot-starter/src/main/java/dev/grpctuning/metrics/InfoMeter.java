package dev.grpctuning.metrics;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;

import dev.grpctuning.server.EffectiveSettings;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/**
 * Counts changes, and shows the values in force as tags of a gauge that is always 1.
 */
public final class InfoMeter {

	private static final List<Knob<?>> SHOWN = List.of(Knobs.TRANSPORT, Knobs.WORKER_THREADS, Knobs.EXECUTOR_TYPE,
			Knobs.EXECUTOR_THREADS, Knobs.EXECUTOR_LIVE, Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION,
			Knobs.FLOW_CONTROL_WINDOW, Knobs.LIMIT_CONCURRENT_CALLS, Knobs.LIMIT_ALGORITHM);

	private final MultiGauge info;

	private final EffectiveSettings effective;

	private final Generations generations;

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

	public void refresh() {
		List<Generation> living = this.generations.living();
		if (living.isEmpty()) {
			return;
		}
		Generation serving = living.get(living.size() - 1);
		if (!serving.settings().metrics()) {
			this.info.register(List.of(), true);
			return;
		}
		Tags tags = Tags.of("generation", Integer.toString(serving.number()));
		for (Knob<?> knob : SHOWN) {
			Object value = this.effective.of(knob, serving);
			tags = tags.and(knob.name().replace('-', '.'), (value != null) ? value.toString() : "none");
		}
		this.info.register(List.of(MultiGauge.Row.of(tags, 1)), true);
	}

}
