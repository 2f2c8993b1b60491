package dev.grpctuning.metrics;

import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.AutopilotView;
import dev.grpctuning.autopilot.experiment.Verdict;

/** Meters of the autopilot. */
public record AutopilotMeters(Supplier<AutopilotView> view) implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		for (Verdict verdict : Verdict.values()) {
			FunctionCounter
				.builder("grpc.tuning.autopilot.experiments", this.view,
						(each) -> each.get().exploration().experiments().getOrDefault(verdict, 0L))
				.description("Experiments of the autopilot that have ended")
				.tag("verdict", verdict.name())
				.register(registry);
		}
		counter(registry, "grpc.tuning.autopilot.time", "seconds",
				"Time that candidates of the autopilot were in force", (each) -> each.exploration().seconds());
		counter(registry, "grpc.tuning.autopilot.outside", null,
				"Calls outside the objective because of candidates of the autopilot",
				(each) -> each.exploration().outside());
		Gauge.builder("grpc.tuning.autopilot.saved", this.view, (each) -> each.get().savedCpuPercent())
			.description("CPU time per call that the settings of the autopilot save, by its experiments")
			.baseUnit("percent")
			.register(registry);
	}

	private void counter(MeterRegistry registry, String name, @Nullable String unit, String description,
			ToDoubleFunction<AutopilotView> value) {
		FunctionCounter.builder(name, this.view, (each) -> value.applyAsDouble(each.get()))
			.description(description)
			.baseUnit(unit)
			.register(registry);
	}

}
