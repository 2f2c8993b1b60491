package dev.grpctuning.hello;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.settings.Knobs;

import static org.assertj.core.api.Assertions.assertThat;

/** One knob over HTTP: what it is set to, where, and what is in force. */
class GrpcTuningKnobIT extends AbstractServiceIT {

	private static final Pattern FILE = Pattern.compile("class path resource \\[application\\.yml] - (\\d+):(\\d+)");

	@Override
	RunningService startService() {
		return RunningService.start(
				(application) -> application.environment(withVariable("GRPC_TUNING_KEEPALIVE_TIME", "20s")),
				"--grpc.tuning.boss-threads=2", "--grpc.tuning.flow-control-window=1MB");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			flow-control-window                 | {"configured": "1MB", "effective": 1048576}
			initial-flow-control-window         | {"configured": null, "effective": null}
			keep-alive.time                     | {"configured": "20s", "effective": 20000}
			keep-alive.permit-without-calls     | {"configured": null, "effective": false}
			boss-threads                        | {"configured": "2", "effective": 2}
			max-concurrent-calls-per-connection | {"configured": "1000", "effective": 1000}
			max-inbound-message-size            | {"configured": null, "effective": 4194304}
			connection.max-age                  | {"configured": "1h", "effective": 3600000}
			limit.concurrent-calls              | {"configured": "10000", "effective": 10000}
			limit.max-queue-time                | {"configured": null, "effective": null}
			executor.type                       | {"configured": "fork-join", "effective": "fork-join"}
			executor.thread-name-prefix         | {"configured": null, "effective": "grpc-server-app-"}
			executor.routes                     | {"configured": null, "effective": []}
			generation.change                   | {"configured": null, "effective": "swap"}
			""")
	void valueInForceIsShownBesideTheConfiguredOne(String knob, String values) throws Exception {
		assertThat(this.endpoint.knob(knob)).isLenientlyEqualTo(values);
	}

	@Test
	void automaticValuesAreShownAsTheyTurnedOut() throws Exception {
		int processors = Runtime.getRuntime().availableProcessors();
		assertThat(this.endpoint.knob("worker-threads"))
			.isLenientlyEqualTo("{\"effective\": %d}".formatted(processors));
		assertThat(this.endpoint.knob("executor.threads"))
			.isLenientlyEqualTo("{\"effective\": %d}".formatted(processors));
		assertThat(this.endpoint.knob("transport")).isLenientlyEqualTo("{\"configured\": \"auto\"}")
			.extractingPath("$.effective")
			.isNotEqualTo("auto");
	}

	@ParameterizedTest
	@CsvSource({ "transport,auto", "max-response-backlog,64MB", "executor.type,fork-join" })
	void originInAFileIsItsLineAndColumn(String knob, String value) throws Exception {
		assertThat(this.endpoint.knob(knob)).extractingPath("$.origin").asString().satisfies((origin) -> {
			Matcher place = FILE.matcher(origin);
			assertThat(place.matches()).as(origin).isTrue();
			List<String> lines = new ClassPathResource("application.yml").getContentAsString(StandardCharsets.UTF_8)
				.lines()
				.toList();
			String line = lines.get(Integer.parseInt(place.group(1)) - 1);
			assertThat(line.substring(Integer.parseInt(place.group(2)) - 1)).isEqualTo(value);
		});
	}

	@ParameterizedTest
	@CsvSource({ "boss-threads,commandLineArgs", "keep-alive.time,GRPC_TUNING_KEEPALIVE_TIME" })
	void originElsewhereIsNamed(String knob, String origin) throws Exception {
		assertThat(this.endpoint.knob(knob)).extractingPath("$.origin").asString().contains(origin);
	}

	@Test
	void knobThatIsNotSetHasNoOrigin() throws Exception {
		assertThat(this.endpoint.knob("limit.max-queue-time")).isLenientlyEqualTo("{\"origin\": null}");
	}

	@ParameterizedTest
	@ValueSource(strings = { "executor.type", "executorType", "EXECUTOR_TYPE", "executor-type",
			"grpc.tuning.executor.type", "GRPC_TUNING_EXECUTOR_TYPE" })
	void knobIsFoundInAnySpelling(String spelling) throws Exception {
		assertThat(this.endpoint.knob(spelling)).isStrictlyEqualTo(this.endpoint.knob("executor.type").getJson())
			.extractingPath("$.name")
			.isEqualTo("executor.type");
	}

	@Test
	void unknownKnobIsNotFoundAndTheKnownOnesAreNamed() throws Exception {
		JsonContent answer = TuningEndpoint.answer(404, this.service.actuator("grpctuning/executor.typ"));
		assertThat(answer).isLenientlyEqualTo("{\"problems\": [{\"knob\": \"executor.typ\", \"value\": null}]}");
		assertThat(answer).extractingPath("$.problems[0].reason").asString().contains(Knobs.names());
	}

	private static ConfigurableEnvironment withVariable(String name, String value) {
		ConfigurableEnvironment environment = new StandardEnvironment();
		String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
		environment.getPropertySources()
			.replace(source, new SystemEnvironmentPropertySource(source, Map.of(name, value)));
		return environment;
	}

}
