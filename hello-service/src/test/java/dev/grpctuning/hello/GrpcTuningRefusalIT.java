package dev.grpctuning.hello;

import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that cannot be meant: they are refused with everything that is wrong, and the
 * server does not notice.
 */
class GrpcTuningRefusalIT extends AbstractServiceIT {

	private static final TransportAvailability NO_NATIVES = (
			transport) -> (transport == Transport.EPOLL || transport == Transport.IO_URING) ? "not today" : null;

	@SuppressWarnings("NullAway.Init")
	private Map<String, Object> before;

	@Override
	RunningService startService() {
		return RunningService.start(
				(application) -> application
					.initializers((context) -> context.getBeanFactory().registerSingleton("transports", NO_NATIVES)),
				"--grpc.tuning.limit.concurrent-calls=");
	}

	@BeforeEach
	void remember() throws Exception {
		this.before = this.endpoint.state();
	}

	@AfterEach
	void nothingHasChanged() throws Exception {
		assertThat(this.endpoint.state()).isEqualTo(this.before);
		this.service.stub().sayHello(HelloRequest.getDefaultInstance());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{"transprot": "nio"}                  | transprot            | nio             | is not a knob;
					{"": "nio"}                           | ''                   | nio             | is not a knob;
					{"jvm.max-heap": "1g"}                | jvm.max-heap         | 1g              | is set when the JVM starts;
					{"keepAliveTime": "1 parsec"}         | keep-alive.time      | 1 parsec        | is not a duration;
					{"flowControlWindow": "1 parsec"}     | flow-control-window  | 1 parsec        | is not a size;
					{"bossThreads": 99999999999}          | boss-threads         | 99999999999     | is not a whole number;
					{"bossThreads": 1.5}                  | boss-threads         | 1.5             | is not a whole number;
					{"bossThreads": true}                 | boss-threads         | true            | is not a whole number;
					{"executorType": "cyclic"}            | executor.type        | cyclic          | use one of direct, fork-join,
					{"transport": "epoll"}                | transport            | epoll           | (not today); use one of auto, nio.
					{"services.withdrawn": "a.Service"}   | services.withdrawn   | a.Service       | use one of hello.v1.HelloService,
					{"bossThreads": 1, "boss-threads": 2} | boss-threads         | 2               | is given twice;
					{"bossThreads": 1, "dryRun": "maybe"} | dryRun               | maybe           | use true or false.
					{"transport": "${java.vm.name}"}      | transport            | ${java.vm.name} | is a placeholder;
					{"executor.canary.type": "a${b:c}"}   | executor.canary.type | a${b:c}         | is a placeholder;
					{"executorType": "  "}                | executor.type        | '  '            | is blank;
					{"executor.threadNamePrefix": "a\\nb"} | executor.thread-name-prefix | a?b     | has control characters;
					{"executor.threadNamePrefix": "a%sb"} | executor.thread-name-prefix | a%sb     | must have at most 64 letters,
					{"executor.routes": "x"}              | executor.routes[0].method | x          | must be package.Service/Method,
					{"executor.routes": "a.B/C fixed 2"}  | executor.routes      | a.B/C fixed 2   | any of type=, threads=, queue-capacity=
					{"limit.methods": "a.B/C priority=x"} | limit.methods[0].priority | x          | use one of critical, normal, low.
					{"executor.routes": "a.B/C typ=x"}    | executor.routes[0].typ | x             | is not a knob;
					{"executor.routes": "a.B/C type=fixed type=fixed"} | executor.routes[0].type | fixed | is given twice;
					{"reset": "maybe"}                    | reset                | maybe           | use true or false.
					{"jvm.maxHeap": "1g"}                 | jvm.maxHeap          | 1g              | is set when the JVM starts;
					""")
	void valueIsRefusedWithItsReason(String body, String knob, @Nullable String value, String reason) throws Exception {
		List<Map<String, String>> problems = problems(body);
		assertThat(problems).hasSize(1);
		assertThat(problems.getFirst()).containsOnlyKeys("knob", "value", "reason")
			.containsEntry("knob", knob)
			.containsEntry("value", value)
			.hasEntrySatisfying("reason", (text) -> assertThat(text).contains(reason).endsWith("."));
	}

	@Test
	void everythingThatIsWrongIsListed() throws Exception {
		assertThat(problems("""
				{"transprot": "nio", "executorType": "cyclic", "keepAliveTime": "0s", "bossThreads": 0,
				"flowControlWindow": "1 parsec", "maxConnections": 10}""")).extracting((problem) -> problem.get("knob"))
			.containsExactlyInAnyOrder("transprot", "executor.type", "keep-alive.time", "boss-threads",
					"flow-control-window");
	}

	@Test
	void routesHaveNoGap() throws Exception {
		assertThat(problems("""
				{"executor.routes[1].method": "a.B/C", "executor.routes[1].type": "fixed"}""")).hasSize(1)
			.first()
			.satisfies((problem) -> assertThat(problem).containsEntry("knob", "executor.routes")
				.hasEntrySatisfying("reason", (reason) -> assertThat(reason).contains("without a gap")));
	}

	@Test
	void veryLongValueIsRefused() throws Exception {
		assertThat(problems("{\"transport\": \"%s\"}".formatted("x".repeat(100_000)))).singleElement()
			.satisfies((problem) -> assertThat(problem).containsEntry("knob", "transport")
				.containsEntry("value", "x".repeat(100) + "...")
				.containsEntry("reason", "is longer than 1000 characters; give a shorter one."));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "{\"transport\":", "transport=nio", "[]", "\"nio\"", "{\"executor\": {\"type\": \"direct\"}}",
					"{\"executor.routes\": [{\"method\": \"a.B/C\"}]}", "{\"listen-addresses\": [\"127.0.0.1:1\"]}" })
	void whatIsNoFlatObjectIsABadRequest(String body) {
		this.endpoint.post(body).expect(400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "application/x-www-form-urlencoded", "application/xml" })
	void otherContentTypesAreRefused(String contentType) throws Exception {
		assertThat(this.service.authenticated()
			.post("/actuator/grpctuning", contentType, "{\"transport\": \"nio\"}")
			.status()).isEqualTo(415);
	}

	private List<Map<String, String>> problems(String body) throws Exception {
		JsonContent answer = TuningEndpoint.answer(400, this.endpoint.post(body));
		return JsonPath.read(answer.getJson(), "$.problems");
	}

}
