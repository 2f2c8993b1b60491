package dev.grpctuning.console;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;
import dev.grpctuning.autoconfigure.GrpcTuningEndpointAutoConfiguration;
import dev.grpctuning.autoconfigure.ineffective.IneffectivePropertiesAutoConfiguration;
import dev.grpctuning.console.stream.LiveStream;

import static org.assertj.core.api.Assertions.assertThat;

/** When the console is there, and which properties are refused. */
@ExtendWith(OutputCaptureExtension.class)
class GrpcTuningConsoleAutoConfigurationTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(GrpcTuningAutoConfiguration.class,
			GrpcTuningEndpointAutoConfiguration.class, GrpcTuningConsoleAutoConfiguration.class);

	private static final String EXPOSED = "management.endpoints.web.exposure.include=grpctuning";

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS);

	@Test
	void whenTheEndpointIsExposedThenTheConsoleIsThere() {
		this.runner.withPropertyValues(EXPOSED).run((context) -> assertThat(context).hasSingleBean(LiveStream.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "management.endpoints.web.exposure.include=health",
			"management.endpoints.web.exposure.exclude=grpctuning", "management.endpoint.grpctuning.access=NONE",
			"management.endpoints.access.max-permitted=NONE", "grpc.tuning.console.enabled=false",
			"grpc.tuning.enabled=false" })
	void whenTheEndpointOrTheConsoleIsOffThenItIsNotThere(String property) {
		this.runner.withPropertyValues(EXPOSED, property)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LiveStream.class));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			presets.fast.executor.typ=direct | presets.fast.executor.typ | direct | is not a knob; use one of
			presets.fast.executor.type=cyclic | presets.fast.executor.type | cyclic | is not allowed; use one of
			presets.fast.executor.threads=0 | presets.fast.executor.threads | 0 | must be between 1
			max-viewers=0 | max-viewers | 0 | must be 1 or more.
			""")
	void whenAPropertyIsInvalidThenTheStartFailsAndNamesIt(String property, String name, String value, String reason) {
		this.runner.withPropertyValues(EXPOSED, "grpc.tuning.console." + property)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
					assertThat(failure.getName()).isEqualTo("grpc.tuning.console." + name);
					assertThat(failure.getValue()).hasToString(value);
					assertThat(failure.getReason()).startsWith(reason);
				}));
	}

	@Test
	void whenAPropertyIsUnknownThenTheStartFails() {
		this.runner.withPropertyValues(EXPOSED, "grpc.tuning.console.preset.fast=direct")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("grpc.tuning.console.preset.fast"));
	}

	@Test
	void whenAnyPropertyIsAnEnvironmentVariableThenTheStarterDoesNotWarn(CapturedOutput output) {
		Map<String, Object> variables = Arrays.stream(ConsoleProperties.class.getRecordComponents())
			.collect(
					Collectors.toMap(
							(property) -> "GRPC_TUNING_CONSOLE_" + property.getName().toUpperCase(Locale.ROOT)
									+ ((property.getType() == Map.class) ? "_NIGHT_TRANSPORT" : ""),
							(property) -> "1"));
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(IneffectivePropertiesAutoConfiguration.class))
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("systemEnvironment", variables)))
			.run((context) -> assertThat(output).doesNotContain("no effect"));
	}

	@Test
	void whenAPresetIsValidThenItMayNameAServiceThatIsKnownOnlyLater() {
		this.runner
			.withPropertyValues(EXPOSED, "grpc.tuning.console.presets.night.services.withdrawn=tea.Pot",
					"grpc.tuning.console.presets.night.executor.type=fixed",
					"grpc.tuning.console.presets.night.executor.threads=4")
			.run((context) -> assertThat(context).hasSingleBean(LiveStream.class));
	}

	@Test
	void aNativeImageHasThePageAndItsFiles() {
		RuntimeHints hints = new RuntimeHints();
		new ConsoleRuntimeHints().registerHints(hints, null);
		for (String resource : new String[] { "dev/grpctuning/console/console.html", "dev/grpctuning/charts/charts.js",
				"META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js" }) {
			assertThat(RuntimeHintsPredicates.resource().forResource(resource)).accepts(hints);
		}
	}

}
