package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.grpctuning.autoconfigure.ChangeProperties.Objective;
import dev.grpctuning.guard.Objective.MethodObjective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Tests for {@link ChangeProperties}. */
class ChangePropertiesTests {

	@Test
	void whenAnObjectiveIsNotPossibleThenItsPropertyIsNamed() {
		assertThat(refused(new Objective(Duration.ZERO, List.of(), 0.01))).isEqualTo("p99");
		assertThat(refused(new Objective(null, List.of(), 1))).isEqualTo("errors");
		assertThat(refused(new Objective(null, List.of(new MethodObjective("Hello", null)), 0)))
			.isEqualTo("methods[0].method");
		assertThat(refused(new Objective(null, List.of(new MethodObjective("*", Duration.ZERO)), 0)))
			.isEqualTo("methods[0].p99");
	}

	private static String refused(Objective objective) {
		InvalidConfigurationPropertyValueException refused = catchThrowableOfType(
				InvalidConfigurationPropertyValueException.class, objective::checked);
		assertThat(refused.getName()).startsWith("grpc.tuning.objective.");
		return refused.getName().substring("grpc.tuning.objective.".length());
	}

	@Test
	void whenMethodsHaveDurationsOfTheirOwnThenTheFirstMatchApplies() {
		Binder binder = new Binder(new MapConfigurationPropertySource(Map.of("grpc.tuning.objective.p99", "20ms",
				"grpc.tuning.objective.methods[0].method", "a.Reports/Watch", "grpc.tuning.objective.methods[1].method",
				"a.Reports/*", "grpc.tuning.objective.methods[1].p99", "2s")));
		dev.grpctuning.guard.Objective objective = binder.bind("grpc.tuning", ChangeProperties.class)
			.get()
			.objective()
			.checked();
		assertThat(objective.p99("a.Reports/Watch")).isNull();
		assertThat(objective.p99("a.Reports/Get")).isEqualTo(Duration.ofSeconds(2));
		assertThat(objective.p99("a.Hello/Say")).isEqualTo(Duration.ofMillis(20));
		assertThat(objective.p99("grpc.health.v1.Health/Watch")).isNull();
		assertThat(objective.errors()).isEqualTo(0.01);
	}

}
