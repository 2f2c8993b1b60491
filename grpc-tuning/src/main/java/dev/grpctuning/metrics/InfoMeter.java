package dev.grpctuning.metrics;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/** Counts changes, and shows the values in force as tags of a gauge that is always 1. */
public final class InfoMeter implements MeterBinder {

	private static final List<Knob<?>> SHOWN = List.of(Knobs.TRANSPORT, Knobs.WORKER_THREADS, Knobs.EXECUTOR_TYPE,
			Knobs.EXECUTOR_THREADS, Knobs.EXECUTOR_LIVE, Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION,
			Knobs.FLOW_CONTROL_WINDOW, Knobs.LIMIT_CONCURRENT_CALLS, Knobs.LIMIT_ALGORITHM);

	private final Map<MeterRegistry, MultiGauge> infos = new ConcurrentHashMap<>();

	private final Tuning tuning;

	private volatile int drift;

	public InfoMeter(Tuning tuning) {
		this.tuning = tuning;
		tuning.history().onChange((change) -> {
			this.infos.keySet()
				.forEach((registry) -> Counter.builder("grpc.tuning.changes")
					.description("Changes of settings")
					.tag("outcome", change.outcome().name())
					.register(registry)
					.increment());
			refresh();
		});
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.infos.put(registry,
				MultiGauge.builder("grpc.tuning.info")
					.description("Values in force as tags, read from the running server. Always 1")
					.register(registry));
		Gauge.builder("grpc.tuning.drift", this, (meter) -> meter.drift)
			.description("Knobs whose values are not those that the application configures")
			.register(registry);
		refresh();
	}

	public void refresh() {
		this.drift = this.tuning.drift();
		Generation serving = this.tuning.generations().serving();
		if (serving == null) {
			return;
		}
		if (!serving.settings().metrics()) {
			show(List.of());
			return;
		}
		Tags tags = Tags.of("generation", Integer.toString(serving.number()));
		for (Knob<?> knob : SHOWN) {
			Object value = this.tuning.inForce(knob, serving);
			tags = tags.and(knob.name().replace('-', '.'), (value != null) ? value.toString() : "none");
		}
		show(List.of(MultiGauge.Row.of(tags, 1)));
	}

	private void show(List<MultiGauge.Row<?>> rows) {
		this.infos.values().forEach((info) -> info.register(rows, true));
	}

}
