package dev.grpctuning.hello;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.settings.Knobs;

import static org.assertj.core.api.Assertions.assertThat;

/** One knob over HTTP: what it is set to, where, and what is in force. */
class GrpcTuningKnobIT extends AbstractServiceIT {

	private static final Pattern FILE = Pattern.compile("class path resource \\[application\\.yml] - (\\d+):(\\d+)");

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
	void unknownKnobIsNotFoundAndTheKnownOnesAreNamed() throws Exception {
		JsonContent answer = TuningEndpoint.answer(404, this.service.actuator("grpctuning/executor.typ"));
		assertThat(answer).isLenientlyEqualTo("{\"problems\": [{\"knob\": \"executor.typ\", \"value\": null}]}");
		assertThat(answer).extractingPath("$.problems[0].reason").asString().contains(Knobs.names());
	}

}
