package dev.grpctuning.hello;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
			assertThat(answer).extractingPath("$.reason").asString().contains("no server today");
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

	@Test
	void changesAtOnceAreBothInForceAndHaveGenerationsOfTheirOwn() throws Exception {
		try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
			for (int i = 1; i <= 5; i++) {
				int before = this.endpoint.generation();
				String keepAlive = "{\"keepAliveTime\": \"%ds\"}".formatted(60 + i);
				String message = "{\"maxInboundMessageSize\": \"%dKB\"}".formatted(64 + i);
				List<Future<JsonContent>> answers = threads
					.invokeAll(List.of(() -> this.endpoint.change(keepAlive), () -> this.endpoint.change(message)));
				assertThat(answers)
					.extracting((answer) -> JsonPath.<Integer>read(answer.get().getJson(), "$.generation"))
					.containsExactlyInAnyOrder(before + 1, before + 2);
				assertThat(this.endpoint.generation()).isEqualTo(before + 2);
				assertThat(this.endpoint.knob("keep-alive.time")).extractingPath("$.effective")
					.isEqualTo(1000 * (60 + i));
				assertThat(this.endpoint.knob("max-inbound-message-size")).extractingPath("$.effective")
					.isEqualTo(1024 * (64 + i));
			}
		}
		this.service.stub().sayHello(HelloRequest.getDefaultInstance());
	}

}
