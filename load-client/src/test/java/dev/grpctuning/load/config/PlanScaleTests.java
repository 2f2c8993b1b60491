package dev.grpctuning.load.config;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link PlanScale}. */
class PlanScaleTests {

	private final Map<String, Object> given = new HashMap<>();

	@ParameterizedTest
	@CsvSource({ "load.duration, 10s, 0.2, PT2S", "load.duration, 3s, 0.2, PT0.6S", "load.duration, 2s, 0.2, PT0.5S",
			"load.duration, 300ms, 0.2, PT0.3S", "load.duration, 300ms, 10, PT3S", "load.warmup, 10s, 0.25, PT2.5S",
			"load.warmup, 0s, 0.25, PT0S", "load.ramp.over, 10s, 2, PT20S", "load.steps.each, 4s, 0.5, PT2S",
			"load.burst.count, 100, 0.2, 20", "load.burst.count, 3, 0.01, 1", "load.burst.count, 3, 10, 30",
			"load.total-calls, 1000, 0.2, 200", "load.total-calls, 2, 0.1, 1", "load.warmup-limit, 60s, 0.5, PT30S",
			"load.warmup-limit, 60s, 0.1, PT6S", "load.warmup-limit, 4s, 0.2, PT1.2S",
			"load.warmup-limit, 1500ms, 0.9, PT1.35S", "load.timeout, 2m, 0.5, PT2M", "load.timeout, 2m, 10, PT20M" })
	void whenAPlanIsScaledThenItsTimesAndBurstsAre(String name, String value, double factor, String scaled) {
		this.given.put(name, value);
		assertThat(new PlanScale(factor).of(load())).containsEntry(name, scaled);
	}

	@Test
	void whenATimeIsNotSetThenItStaysSo() {
		this.given.put("load.warmup", "auto");
		assertThat(new PlanScale(0.2).of(load())).containsOnlyKeys("load.burst.count", "load.duration",
				"load.warmup-limit");
	}

	@Test
	void whenAPlanEndsByCallsThenItGetsNoDuration() {
		this.given.put("load.total-calls", "1000");
		assertThat(new PlanScale(0.2).of(load())).doesNotContainKey("load.duration");
	}

	@Test
	void whenAFileSaysWhenCallsAreDueThenItCannotBeScaled() {
		this.given.put("load.model", "replay");
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new PlanScale(0.2).of(load()))
			.withMessageContaining("experiment.scale");
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0, -1, 10.1, Double.NaN, Double.POSITIVE_INFINITY })
	void whenTheScaleIsImpossibleThenItIsRefused(double factor) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new PlanScale(factor))
			.satisfies((refusal) -> assertThat(refusal.getName()).isEqualTo("experiment.scale"));
	}

	private LoadProperties load() {
		return new Binder(new MapConfigurationPropertySource(this.given)).bindOrCreate("load",
				Bindable.of(LoadProperties.class));
	}

}
