package dev.grpctuning.metrics;

import java.util.List;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;

import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/** Counts changes, and shows the values in force as tags of a gauge that is always 1. */
public final class InfoMeter {

	private static final List<Knob<?>> SHOWN = List.of(Knobs.TRANSPORT, Knobs.WORKER_THREADS, Knobs.EXECUTOR_TYPE,
			Knobs.EXECUTOR_THREADS, Knobs.EXECUTOR_LIVE, Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION,
			Knobs.FLOW_CONTROL_WINDOW, Knobs.LIMIT_CONCURRENT_CALLS, Knobs.LIMIT_ALGORITHM);

	private final MultiGauge info;

	private final Tuning tuning;

	public InfoMeter(MeterRegistry registry, Tuning tuning) {
		this.tuning = tuning;
		this.info = MultiGauge.builder("grpc.tuning.info")
			.description("Values in force as tags, read from the running server. Always 1")
			.register(registry);
		tuning.onChange((change) -> {
			Counter.builder("grpc.tuning.changes")
				.description("Changes of settings")
				.tag("outcome", change.outcome().name())
				.register(registry)
				.increment();
			refresh();
		});
	}

	public void refresh() {
		Generation serving = this.tuning.generations().serving();
		if (serving == null) {
			return;
		}
		if (!serving.settings().metrics()) {
			this.info.register(List.of(), true);
			return;
		}
		Tags tags = Tags.of("generation", Integer.toString(serving.number()));
		for (Knob<?> knob : SHOWN) {
			Object value = this.tuning.inForce(knob, serving);
			tags = tags.and(knob.name().replace('-', '.'), (value != null) ? value.toString() : "none");
		}
		this.info.register(List.of(MultiGauge.Row.of(tags, 1)), true);
	}

}
