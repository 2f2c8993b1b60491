package dev.grpctuning.hello;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.jayway.jsonpath.JsonPath;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.hello.v1.HelloRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes one after another, at once, and those that fail: what is remembered of them.
 */
class GrpcTuningHistoryIT extends AbstractServiceIT {

	private volatile boolean broken;

	@Override
	RunningService startService() {
		GrpcServerConfigurer configurer = (builder) -> {
			if (this.broken) {
				throw new IllegalStateException("no server today");
			}
		};
		return RunningService.start((application) -> application
			.initializers((context) -> context.getBeanFactory().registerSingleton("breakable", configurer)));
	}

	@Test
	void lastFiftyChangesAreRememberedTheNewestFirst() throws Exception {
		List<String> calls = IntStream.rangeClosed(1000, 1050).mapToObj(String::valueOf).toList();
		for (String each : calls) {
			this.endpoint.change("{\"limit.concurrent-calls\": %s}".formatted(each));
		}
		assertThat(this.endpoint.<List<String>>whole("$.changes[*].changes[0].to"))
			.isEqualTo(calls.subList(1, 51).reversed());
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
		this.broken = true;
		try {
			JsonContent answer = TuningEndpoint.answer(409, this.endpoint.post("{\"transport\": \"nio\"}"));
			assertThat(answer).isLenientlyEqualTo("""
					{"outcome": "ROLLED_BACK", "generation": %d, "replacement": null}""".formatted(generation));
			assertThat(answer).extractingPath("$.detail").asString().contains("no server today");
			assertThat(this.endpoint.<Map<String, Object>>whole("$.changes[0]"))
				.isEqualTo(JsonPath.<Map<String, Object>>read(answer.getJson(), "$"));
		}
		finally {
			this.broken = false;
		}
		assertThat(this.endpoint.generation()).isEqualTo(generation);
		assertThat(this.endpoint.knob("transport")).isStrictlyEqualTo(before);
		this.service.stub().sayHello(HelloRequest.getDefaultInstance());
	}

}
