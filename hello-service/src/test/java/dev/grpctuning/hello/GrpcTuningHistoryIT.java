package dev.grpctuning.hello;

import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.hello.v1.HelloRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes one after another, at once, and those that fail: what is remembered of them.
 */
class GrpcTuningHistoryIT extends AbstractServiceIT {

	@AfterEach
	void reset() throws Exception {
		this.endpoint.reset();
	}

	@Test
	void changeIsRememberedAsItWasAnsweredWithWhoMadeIt() throws Exception {
		JsonContent answer = this.endpoint.change("{\"executorThreads\": 5}");
		assertThat(answer).extractingPath("$.by").isEqualTo("admin");
		assertThat(this.endpoint.<Map<String, Object>>whole("$.changes[0]"))
			.isEqualTo(JsonPath.<Map<String, Object>>read(answer.getJson(), "$"));
	}

	@Test
	void changeThatIsRolledBackIsRememberedAndTheServerServesOn() throws Exception {
		int generation = this.endpoint.generation();
		String before = this.endpoint.knob("transport").getJson();
		RunningService.broken = true;
		try {
			JsonContent answer = TuningEndpoint.answer(409, this.endpoint.post("{\"transport\": \"nio\"}"));
			assertThat(answer).isLenientlyEqualTo("""
					{"outcome": "ROLLED_BACK", "generation": %d, "replacement": null}""".formatted(generation));
			assertThat(answer).extractingPath("$.detail").asString().contains("no server today");
			assertThat(this.endpoint.<Map<String, Object>>whole("$.changes[0]"))
				.isEqualTo(JsonPath.<Map<String, Object>>read(answer.getJson(), "$"));
		}
		finally {
			RunningService.broken = false;
		}
		assertThat(this.endpoint.generation()).isEqualTo(generation);
		assertThat(this.endpoint.knob("transport")).isStrictlyEqualTo(before);
		this.service.stub().sayHello(HelloRequest.getDefaultInstance());
	}

}
