package dev.grpctuning.load.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.Warmup;

/**
 * Factor from 0 to 10 for durations, warm-ups, burst counts and total calls, above a
 * minimum.
 */
public record PlanScale(double factor) {

	public static final PlanScale NONE = new PlanScale(1);

	public static final String PROPERTY = "experiment.scale";

	private static final Duration SHORTEST = Duration.ofMillis(500);

	public PlanScale {
		PropertyCheck.that(factor > 0 && factor <= 10, PROPERTY, factor,
				"It must be a number above 0 and at most 10, such as 0.2.");
	}

	public boolean none() {
		return this.factor == 1;
	}

	/** The properties that the scale changes. */
	public Map<String, Object> of(LoadProperties load) {
		PropertyCheck.that(load.plan().model() != ModelKind.REPLAY, PROPERTY, this.factor,
				"It must be 1 or left out with load.model=replay, whose file has the due times.");
		Map<String, Object> scaled = new LinkedHashMap<>();
		scaled.put("load.burst.count", scaled(load.plan().burst().count()));
		if (load.length().totalCalls() != null) {
			scaled.put("load.total-calls", scaled(load.length().totalCalls()));
		}
		else {
			put(scaled, "load.duration",
					(load.length().duration() != null) ? load.length().duration() : LoadModels.DEFAULT_DURATION);
		}
		put(scaled, "load.ramp.over", load.plan().ramp().over());
		put(scaled, "load.steps.each", load.plan().steps().each());
		put(scaled, "load.warmup", (load.length().warmup() != null) ? load.length().warmup().time() : null);
		scaled.put("load.warmup-limit",
				longer(scaled(load.length().warmupLimit()), Warmup.UntilSteady.SHORTEST).toString());
		if (load.length().timeout() != null) {
			scaled.put("load.timeout", longer(load.length().timeout(), scaled(load.length().timeout())).toString());
		}
		return scaled;
	}

	private void put(Map<String, Object> scaled, String name, @Nullable Duration time) {
		if (time != null) {
			scaled.put(name, scaled(time).toString());
		}
	}

	private String scaled(long count) {
		return String.valueOf(Math.max(1, Math.round(count * this.factor)));
	}

	private Duration scaled(Duration time) {
		Duration scaled = Duration.ofMillis(Math.round(time.toMillis() * this.factor));
		return longer(scaled, (time.compareTo(SHORTEST) < 0) ? time : SHORTEST);
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) >= 0) ? one : other;
	}

}
