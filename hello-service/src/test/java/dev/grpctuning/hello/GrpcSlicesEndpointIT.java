package dev.grpctuning.hello;

import java.util.List;

import com.jayway.jsonpath.JsonPath;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Slices over HTTP. */
class GrpcSlicesEndpointIT extends AbstractServiceIT {

	private static final String PATH = "/actuator/grpcslices";

	@AfterEach
	void end() throws Exception {
		this.service.authenticated().delete(PATH);
		this.endpoint.reset();
	}

	@Test
	void whenSlicesRunThenTheyAndTheirFiguresAreShown() throws Exception {
		this.endpoint.change("{\"executor.type\": \"fork-join\"}");
		JsonContent started = start(200, """
				{"slice": "20ms", "length": "400ms", "seed": 7, "candidates[1].executorType": "direct"}""");
		assertThat(started).isLenientlyEqualTo("""
				{"by": "admin", "sliceMicros": 20000, "planned": 20, "seed": 7, "ended": null, "slices": [],
				"candidates": [{}, {"executor.type": "direct"}]}""");
		assertThat(JsonPath.<Long>read(started.getJson(), "$.startsAtMicros"))
			.isGreaterThan(JsonPath.<Long>read(started.getJson(), "$.nowMicros") + 500_000);
		this.service.stub().sayHello(HelloRequest.getDefaultInstance());
		await().untilAsserted(() -> assertThat(slices("")).extractingPath("$.ended").isEqualTo("their time is over"));
		List<Integer> numbers = JsonPath.read(slices("").getJson(), "$.slices[*].number");
		assertThat(numbers).isNotEmpty().isSorted();
		assertThat(slices("")).extractingPath("$.slices[0].cpuNanos")
			.asInstanceOf(InstanceOfAssertFactories.INTEGER)
			.isPositive();
		assertThat(slices("")).extractingPath("$.slices[0].answered").isNotNull();
		int last = numbers.getLast();
		assertThat(slices("?from=" + last)).extractingPath("$.slices[*].number").isEqualTo(List.of(last));
		assertThat(this.endpoint.knob("executor.type")).extractingPath("$.effective").isEqualTo("fork-join");
		List<String> outcomes = this.endpoint.whole("$.changes[?(@.by == 'admin')].outcome");
		assertThat(outcomes).startsWith("SLICES_ENDED", "SLICES_STARTED", "APPLIED");
	}

	@Test
	void whenTheTuningIsChangedThenTheSlicesEnd() throws Exception {
		this.endpoint.change("{\"executor.type\": \"fork-join\"}");
		start(200, "{\"candidates[1].executor.type\": \"direct\"}");
		start(409, "{\"candidates\": 2}");
		this.endpoint.change("{\"limit.concurrent-calls\": 500}");
		assertThat(slices("")).extractingPath("$.ended").isEqualTo("a change by admin");
		assertThat(this.endpoint.knob("executor.type")).extractingPath("$.effective").isEqualTo("fork-join");
		this.service.authenticated().delete(PATH).expect(404);
		start(200, "{\"candidates\": 2}");
		assertThat(TuningEndpoint.answer(200, this.service.authenticated().delete(PATH))).extractingPath("$.ended")
			.isEqualTo("stopped by admin");
	}

	@Test
	void whenARequestIsInvalidThenAllProblemsAreNamed() throws Exception {
		this.endpoint.change("{\"executor.type\": \"fork-join\"}");
		assertThat(start(400, """
				{"slice": "5ms", "length": "2h", "sed": 1, "candidates[0].executor.type": "cyclic",
				"candidates[1].worker-threads": 1, "candidates[2].dryRun": true}"""))
			.extractingPath("$.problems[*].knob")
			.asInstanceOf(InstanceOfAssertFactories.list(String.class))
			.containsExactlyInAnyOrder("slice", "length", "sed", "candidates[0].executor.type",
					"candidates[1].worker-threads", "candidates[2].dryRun");
	}

	private JsonContent start(int status, String body) throws Exception {
		Http.Answer answer = this.service.authenticated().post(PATH, body);
		return TuningEndpoint.answer(status, answer);
	}

	private JsonContent slices(String query) throws Exception {
		return TuningEndpoint.answer(200, this.service.actuator("grpcslices" + query));
	}

}
