package dev.grpctuning.hello;

import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.hello.v1.HelloRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Changes over HTTP, each of which is in force with its answer. */
class GrpcTuningChangeIT extends AbstractServiceIT {

	private static final String THREE_KNOBS = """
			{"executorType": "virtual", "workerThreads": 2, "limit.concurrent-calls": 500%s}""";

	@AfterEach
	void reset() throws Exception {
		this.endpoint.reset();
	}

	@Test
	void changeSaysForEachKnobHowItActedAndHowLongThatTook() throws Exception {
		int generation = this.endpoint.generation();
		JsonContent answer = this.endpoint.change(THREE_KNOBS.formatted(""));
		assertThat(answer).isLenientlyEqualTo(
				"""
						{"outcome": "APPLIED", "generation": %d, "replacement": "SWAP", "reason": null, "detail": null, "changes": [
						{"knob": "worker-threads", "from": null, "to": "2", "effect": "NEW_GENERATION"},
						{"knob": "executor.type", "from": "fork-join", "to": "virtual", "effect": "NEW_GENERATION"},
						{"knob": "limit.concurrent-calls", "from": "10000", "to": "500", "effect": "LIVE"}]}"""
					.formatted(generation + 1));
		double whole = JsonPath.<Number>read(answer.getJson(), "$.tookMillis").doubleValue();
		assertThat(
				JsonPath.<List<Number>>read(answer.getJson(), "$.changes[?(@.effect == 'NEW_GENERATION')].tookMillis"))
			.hasSize(2)
			.allSatisfy((millis) -> assertThat(millis.doubleValue()).isPositive().isLessThanOrEqualTo(whole));
	}

	@Test
	void listsAreWrittenAsTheyAreShown() throws Exception {
		this.endpoint.change("""
				{"executor.type": "fixed", "executor.threads": 3, "worker-threads-min": 1, "worker-threads-max": 2,
				"executor.routes": "a.Service/* type=fixed threads=1, b.Service/* type=virtual",
				"services.withdrawn": "hello.v1.HelloService"}""");
		assertThat(this.endpoint.whole()).isLenientlyEqualTo("""
				{"executors": [{"name": "main", "type": "fixed", "threads": 3}, {"name": "a.Service/*", "threads": 1},
				{"name": "b.Service/*", "type": "virtual"}]}""");
		assertKnob("worker-threads-max", "\"2\"", "2");
		assertKnob("services.withdrawn", "\"hello.v1.HelloService\"", "[\"hello.v1.HelloService\"]");
		this.endpoint.change("{\"executorRoutes\": \"b.Service/* type=virtual\", \"services.withdrawn\": \"\"}");
		assertThat(this.endpoint.<List<String>>whole("$.executors[*].name")).containsExactly("main", "b.Service/*");
		assertThat(this.service.stub().sayHello(HelloRequest.getDefaultInstance()).getGreeting()).isNotNull();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{"executorType": "virtual"}            | executor.type          | LIVE
			{"executor-threads": 3}                | executor.threads       | LIVE
			{"LIMIT_CONCURRENT_CALLS": "7"}        | limit.concurrent-calls | LIVE
			{"max-connections": 9}                 | max-connections        | NEW_CONNECTIONS
			{"grpc.tuning.transport": "nio"}       | transport              | NEW_GENERATION
			{"maxInboundMessageSize": "5MB"}       | max-inbound-message-size | NEW_GENERATION
			{"executorType": "fork-join"}          | executor.type          | NOTHING
			{"flowControlWindow": "1024KB"}        | flow-control-window    | NOTHING
			""")
	void onlyWhatMustTakesANewGeneration(String body, String knob, String effect) throws Exception {
		int generation = this.endpoint.generation();
		assertThat(this.endpoint.change(body)).isLenientlyEqualTo("""
				{"outcome": "APPLIED", "changes": [{"knob": "%s", "effect": "%s"}]}""".formatted(knob, effect));
		assertThat(this.endpoint.generation()).isEqualTo(effect.equals("NEW_GENERATION") ? generation + 1 : generation);
	}

	@Test
	void oneKnobIsChangedUnderItsNameAsALoggerIs() throws Exception {
		assertThat(TuningEndpoint.answer(200, this.endpoint.post("executor.type", "{\"configured\": \"direct\"}")))
			.isLenientlyEqualTo(
					"""
							{"outcome": "APPLIED", "changes": [{"knob": "executor.type", "from": "fork-join", "to": "direct"}]}""");
		assertKnob("executor.type", "\"direct\"", "\"direct\"");
		TuningEndpoint.answer(200,
				this.endpoint.post("executor.type", "{\"configured\": \"fixed\", \"dryRun\": true}"));
		assertKnob("executor.type", "\"direct\"", "\"direct\"");
		TuningEndpoint.answer(200, this.endpoint.post("executor.routes", "{\"configured\": \"a.B/C type=fixed\"}"));
		assertThat(this.endpoint.<List<String>>whole("$.executors[*].name")).containsExactly("main", "a.B/C");
		TuningEndpoint.answer(200, this.endpoint.post("executor.type", "{\"configured\": null}"));
		assertThat(this.endpoint.knob("executor.type"))
			.isLenientlyEqualTo("{\"configured\": \"fork-join\", \"effective\": \"fork-join\"}");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			executor.type | {"configured": "cyclic"} | 400 | is not allowed;
			executor.typ  | {"configured": "direct"} | 404 | is not a knob;
			jvm.max-heap  | {"configured": "1GB"}    | 404 | is set when the JVM starts;
			""")
	void oneKnobIsRefusedWithAReason(String knob, String body, int status, String reason) throws Exception {
		assertThat(TuningEndpoint.answer(status, this.endpoint.post(knob, body))).extractingPath("$.problems[0].reason")
			.asString()
			.startsWith(reason);
	}

	@Test
	void dryRunSaysTheSameAndChangesNothing() throws Exception {
		Map<String, Object> before = this.endpoint.state();
		JsonContent answer = this.endpoint.change(THREE_KNOBS.formatted(", \"dryRun\": true"));
		assertThat(answer).isLenientlyEqualTo("""
				{"outcome": "DRY_RUN", "generation": %d, "replacement": "SWAP", "changes": [
				{"knob": "worker-threads", "from": null, "to": "2", "effect": "NEW_GENERATION"},
				{"knob": "executor.type", "from": "fork-join", "to": "virtual", "effect": "NEW_GENERATION"},
				{"knob": "limit.concurrent-calls", "from": "10000", "to": "500", "effect": "LIVE"}]}"""
			.formatted(this.endpoint.generation()));
		assertThat(this.endpoint.state()).isEqualTo(before);
		assertThat(RunningService.HANDLERS.ofCallTo(this.service)).isNotNull().matches((thread) -> !thread.isVirtual());
	}

	@Test
	void nullGoesBackToTheConfiguredValue() throws Exception {
		String configured = this.endpoint.knob("executor.type").getJson();
		this.endpoint.change("{\"executorType\": \"virtual\"}");
		assertThat(this.endpoint.change("{\"executorType\": null}")).isLenientlyEqualTo("""
				{"changes": [{"knob": "executor.type", "from": "virtual", "to": "fork-join", "effect": "LIVE"}]}""");
		await().untilAsserted(() -> assertThat(this.endpoint.knob("executor.type")).isStrictlyEqualTo(configured));
	}

	@Test
	void emptyTextGoesBackToTheDefaultOfTheFramework() throws Exception {
		this.endpoint.change("{\"flowControlWindow\": \"\", \"maxConcurrentCallsPerConnection\": \"\"}");
		assertKnob("flow-control-window", "\"\"", "null");
		assertKnob("max-concurrent-calls-per-connection", "\"\"", "null");
		// gRPC's own window grows.
		assertThat(this.endpoint.knob("initial-flow-control-window")).extractingPath("$.effective")
			.isEqualTo(1024 * 1024);
	}

	@Test
	void exclusiveWindowTakesThePlaceOfTheConfiguredOne() throws Exception {
		assertThat(this.endpoint.change("{\"initialFlowControlWindow\": \"2MB\"}")).isLenientlyEqualTo("""
				{"changes": [{"knob": "flow-control-window", "from": "1MB", "to": null, "effect": "NEW_GENERATION"},
				{"knob": "initial-flow-control-window", "from": null, "to": "2MB", "effect": "NEW_GENERATION"}]}""");
		assertKnob("flow-control-window", "\"\"", "null");
		assertKnob("initial-flow-control-window", "\"2MB\"", "2097152");
	}

	@Test
	void emptyTextIsAWayBackForTruthValuesToo() throws Exception {
		this.endpoint
			.change("""
					{"metricsEnabled": false, "executorLive": false, "limit.concurrentCalls": "", "limit.concurrentStreams": ""}""");
		this.endpoint.change("{\"metricsEnabled\": \"\", \"executorLive\": \"\"}");
		assertKnob("executor.live", "\"\"", "true");
	}

	private void assertKnob(String name, String configured, String effective) throws Exception {
		assertThat(this.endpoint.knob(name)).isLenientlyEqualTo("""
				{"configured": %s, "effective": %s, "origin": "actuator"}""".formatted(configured, effective));
	}

}
