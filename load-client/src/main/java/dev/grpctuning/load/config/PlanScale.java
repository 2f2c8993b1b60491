package dev.grpctuning.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.load.engine.Warmup;

/**
 * Makes plans shorter or longer: their durations, warm-ups and numbers of turns. A time
 * does not become shorter than half a second, or than it was if that is less, and the
 * limit of a warm-up not shorter than what it takes to see whether figures are flat.
 *
 * @param factor above 0 and at most 10
 */
record PlanScale(double factor) {

	static final PlanScale NONE = new PlanScale(1);

	static final String PROPERTY = "experiment.scale";

	private static final double GREATEST = 10;

	private static final Duration SHORTEST = Duration.ofMillis(500);

	PlanScale {
		if (!(factor > 0 && factor <= GREATEST)) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY, factor,
					"It must be a number above 0 and at most 10, such as 0.2.");
		}
	}

	/**
	 * Whether plans stay as they are.
	 */
	boolean none() {
		return this.factor == 1;
	}

	/**
	 * The properties of a plan that the scale changes.
	 * @param load all properties of the plan
	 * @return new values by name
	 * @throws InvalidConfigurationPropertyValueException if the plan has times that
	 * cannot be changed
	 */
	Map<String, Object> of(LoadProperties load) {
		if (load.model() == ModelKind.REPLAY) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY, this.factor,
					"It must be 1 or left out with load.model=replay, whose file says when calls are due.");
		}
		Map<String, Object> scaled = new LinkedHashMap<>();
		scaled.put("load.turns.count", String.valueOf(Math.max(1, Math.round(load.turns().count() * this.factor))));
		put(scaled, "load.duration", load.duration());
		put(scaled, "load.ramp.over", load.ramp().over());
		put(scaled, "load.steps.each", load.steps().each());
		put(scaled, "load.warmup", (load.warmup() != null) ? load.warmup().time() : null);
		Duration limit = scaled(load.warmupLimit());
		scaled.put("load.warmup-limit", longer(limit, Warmup.UntilSteady.SHORTEST).toString());
		if (load.timeout() != null) {
			scaled.put("load.timeout", longer(load.timeout(), scaled(load.timeout())).toString());
		}
		return scaled;
	}

	private void put(Map<String, Object> scaled, String name, @Nullable Duration time) {
		if (time != null) {
			scaled.put(name, scaled(time).toString());
		}
	}

	private Duration scaled(Duration time) {
		Duration scaled = Duration.ofMillis(Math.round(time.toMillis() * this.factor));
		return longer(scaled, (time.compareTo(SHORTEST) < 0) ? time : SHORTEST);
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) >= 0) ? one : other;
	}

}
