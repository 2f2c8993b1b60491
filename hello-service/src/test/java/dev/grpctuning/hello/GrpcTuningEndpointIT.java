package dev.grpctuning.hello;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the endpoint shows of a server. */
class GrpcTuningEndpointIT extends AbstractServiceIT {

	@BeforeAll
	void callOnce() {
		call();
	}

	@Test
	void generationThatServesIsShown() throws Exception {
		String transport = this.service.bean(TransportAvailability.class).resolve(Transport.AUTO).propertyValue();
		JsonContent whole = this.endpoint.whole();
		assertThat(whole).isLenientlyEqualTo("""
				{"generation": {"state": "serving", "transport": "%s", "addresses": ["/127.0.0.1:%d"]}}"""
			.formatted(transport, this.service.grpcPort()));
		assertThat(whole).extractingPath("$.generation.transportReason")
			.asString()
			.startsWith("auto: ")
			.contains(transport);
		assertThat(Instant.parse(this.endpoint.<String>whole("$.generation.since"))).isBefore(Instant.now());
	}

	@Test
	void eventLoopsAreShownByTheNamesOfTheirThreads() throws Exception {
		JsonContent whole = this.endpoint.whole();
		assertThat(whole).extractingPath("$.generation.boss[*].thread").asArray().contains("grpc-server-boss-1");
		assertThat(whole).extractingPath("$.generation.boss").asArray().hasSize(2);
		assertThat(whole).extractingPath("$.generation.workers[*].thread").asArray().contains("grpc-server-worker-1");
		assertThat(this.endpoint.<List<Integer>>whole("$.generation['boss','workers'][*].pendingTasks"))
			.hasSize(2 + Runtime.getRuntime().availableProcessors())
			.allSatisfy((tasks) -> assertThat(tasks).isNotNegative());
	}

	@Test
	void everyKnobIsShownWithAllThatIsKnownOfIt() throws Exception {
		List<Map<String, Object>> knobs = this.endpoint.whole("$.knobs");
		assertThat(knobs).allSatisfy((knob) -> assertThat(knob)
			.containsOnlyKeys("name", "configured", "effective", "pending", "scope", "origin", "unit", "choices",
					"description")
			.containsEntry("pending", null)
			.hasEntrySatisfying("description", (text) -> assertThat(text).asString().endsWith(".")));
		assertThat(knobs.stream().filter((knob) -> !Objects.equals(knob.get("scope"), "JVM")))
			.map((knob) -> List.of(knob.get("name"), knob.get("scope"), String.valueOf(knob.get("unit"))))
			.isEqualTo(Knobs.all()
				.stream()
				.map((knob) -> List.of(knob.name(), knob.scope().name(), String.valueOf(knob.unit())))
				.toList());
	}

	@Test
	void knobsOfTheJvmAreShownToo() throws Exception {
		assertThat(this.endpoint.<List<Object>>whole("$.knobs[?(@.scope == 'JVM' && @.effective != null)].name"))
			.contains("jvm.collector", "jvm.max-heap");
		assertThat(this.endpoint.knob("jvm.collector")).isLenientlyEqualTo("{\"scope\": \"JVM\"}");
	}

	@Test
	void figuresOfExecutorsMoveWithCalls() throws Exception {
		int calls = this.endpoint.whole("$.executors[0].calls");
		int completed = this.endpoint.whole("$.executors[0].completed");
		for (int i = 0; i < 3; i++) {
			call();
		}
		assertThat(this.endpoint.whole()).isLenientlyEqualTo("""
				{"executors": [{"name": "main", "type": "fork-join", "calls": %d, "refused": 0}]}"""
			.formatted(calls + 3));
		await().untilAsserted(() -> assertThat(this.endpoint.<Integer>whole("$.executors[0].completed"))
			.isGreaterThanOrEqualTo(completed + 3));
	}

	@Test
	void limitsAndServicesAreShown() throws Exception {
		assertThat(this.endpoint.whole()).isLenientlyEqualTo(
				"""
						{"limits": {"concurrentCalls": 10000, "refusedCalls": 0, "maxConnections": 10000, "refusedConnections": 0},
						"services": {"hello.v1.HelloService": true, "grpc.health.v1.Health": true}}""");
	}

	@Test
	void jvmIsShown() throws Exception {
		JsonContent whole = this.endpoint.whole();
		assertThat(whole).extractingPath("$.jvm.collectors").asArray().isNotEmpty();
		assertThat(whole).extractingPath("$.jvm.options.MaxHeapSize.value").asString().containsOnlyDigits();
		assertThat(whole).extractingPath("$.jvm.flags")
			.asArray()
			.containsExactlyElementsOf(ManagementFactory.getRuntimeMXBean()
				.getInputArguments()
				.stream()
				.filter((flag) -> flag.startsWith("-X") || flag.startsWith("--"))
				.toList());
		assertThat(this.endpoint.<Number>whole("$.jvm.heapMaxBytes").longValue())
			.isEqualTo(Runtime.getRuntime().maxMemory());
		assertThat(this.endpoint.<Number>whole("$.jvm.heapUsedBytes").longValue()).isPositive();
	}

	@Test
	void adviceIsGivenWithItsReason() throws Exception {
		assertThat(this.endpoint.<List<Map<String, String>>>whole("$.advice[?(@.knob == 'boss-threads')]")).hasSize(1)
			.allSatisfy((advice) -> assertThat(advice).containsOnlyKeys("knob", "found", "reason", "set", "cause")
				.doesNotContainValue(""));
	}

	private void call() {
		this.service.stub().sayHello(HelloRequest.getDefaultInstance());
	}

}
