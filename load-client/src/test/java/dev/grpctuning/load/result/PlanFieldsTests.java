package dev.grpctuning.load.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for the fields of a plan in a result file. */
class PlanFieldsTests {

	@Test
	void whenModelIsBurstThenThePlanHasTheBursts(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, Samples.document("run", "localhost:9090", Samples.bursts(), Samples.answered()));
		assertThat(run.get("plan")).isEqualTo(JsonParser.parseString(
				"""
						{model: 'burst', burst: {count: 10, size: 500, intervalMillis: 200.0, pacing: 'schedule'},
						closed: null, blocking: null, open: null, warmup: {auto: false, seconds: 0.0}, durationSeconds: null, totalCalls: null,
						call: {method: 'hello.v1.HelloService/SayHello', codec: 'protobuf', longs: 0, request: null, messages: null, deadlineMillis: null, authority: null, compression: 'identity', waitForReady: false, cancelShare: 0.0, cancelAfterMillis: 0.0, attempts: null, backoffMillis: null, ok: []}, engine: 'stub', stub: 'blocking', channels: 3, metadata: {'x-name': "<value> & 'more'"},
						maxOpenCalls: 4000, drainSeconds: 0.5, timeoutSeconds: 120.0}"""));
	}

	@Test
	void whenMetadataIsSecretThenItsValueIsMasked(@TempDir Path folder) throws IOException {
		LoadPlan bursts = Samples.bursts();
		LoadPlan secret = bursts.with(bursts.model(),
				bursts.call().withMetadata(Map.of("authorization", "Bearer 123", "x-user", "me")));
		JsonObject run = write(folder, Samples.document("run", "localhost:9090", secret, Samples.answered()));
		assertThat(run.getAsJsonObject("plan").get("metadata"))
			.isEqualTo(JsonParser.parseString("{authorization: '******', 'x-user': 'me'}"));
		assertThat(run.toString()).doesNotContain("Bearer");
	}

	@Test
	void whenEngineIsRawThenThePlanHasNoStub(@TempDir Path folder) throws IOException {
		LoadPlan bursts = Samples.bursts();
		LoadPlan raw = new LoadPlan(bursts.model(), LoadEngine.RAW, bursts.stub(), bursts.channels(), bursts.call(),
				bursts.maxOpenCalls(), bursts.drain(), bursts.timeout());
		JsonObject plan = write(folder, Samples.document("run", "localhost:9090", raw, Samples.answered()))
			.getAsJsonObject("plan");
		assertThat(plan.get("engine").getAsString()).isEqualTo("raw");
		assertThat(plan.get("stub").isJsonNull()).isTrue();
	}

	@Test
	void whenModelIsClosedThenThePlanSaysSo(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, Samples.document("run", "localhost:9090", Samples.closed(), Samples.answered()));
		assertThat(run.getAsJsonObject("plan").get("model").getAsString()).isEqualTo("closed");
		assertThat(run.getAsJsonObject("plan").get("closed"))
			.isEqualTo(JsonParser.parseString("{outstanding: 7, ramp: null, steps: null}"));
		assertThat(run.getAsJsonObject("plan").get("warmup"))
			.isEqualTo(JsonParser.parseString("{auto: false, seconds: 2.0}"));
		assertThat(run.getAsJsonObject("plan").get("durationSeconds").getAsDouble()).isEqualTo(1.5);
	}

	@Test
	void whenModelIsOpenThenThePlanAndHowItWasSentAreThere(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, Samples.document("run", "localhost:9090", Samples.open(), Samples.sent()));
		assertThat(run.getAsJsonObject("plan").get("model").getAsString()).isEqualTo("open");
		assertThat(run.getAsJsonObject("plan").get("open")).isEqualTo(JsonParser.parseString("""
				{callsPerSecond: 333.5, ramp: null, steps: null, replay: null, arrivals: 'poisson', seed: 42,
				shard: {client: 0, clients: 1}, maxLagMillis: 10.0, maxLagShare: 0.01}"""));
		assertThat(run.getAsJsonObject("load").get("warmup"))
			.isEqualTo(JsonParser.parseString("{seconds: 2.0, steady: null}"));
		assertThat(run.getAsJsonObject("load").getAsJsonObject("sending").get("sentPerSecond").getAsDouble())
			.isEqualTo(1999.996);
		assertThat(run.getAsJsonObject("load").getAsJsonObject("sending").get("plannedPerSecond").getAsDouble())
			.isEqualTo(2000);
		assertThat(run.getAsJsonObject("load")
			.getAsJsonObject("sending")
			.getAsJsonObject("lagMicros")
			.get("p99")
			.getAsLong()).isEqualTo(14);
		assertThat(run.getAsJsonObject("load").getAsJsonObject("sending").get("lateShare").getAsDouble())
			.isEqualTo(0.0123);
	}

	@Test
	void whenThePlanHasNoEndThenItsDurationIsNull(@TempDir Path folder) throws IOException {
		JsonObject plan = write(folder, Samples.document("drive", "localhost:9090", Samples.endless(), Samples.sent()))
			.getAsJsonObject("plan");
		assertThat(plan.get("timeoutSeconds").isJsonNull()).isTrue();
		assertThat(plan.get("durationSeconds").isJsonNull()).isTrue();
	}

	private static JsonObject write(Path folder, Record document) throws IOException {
		Path file = folder.resolve("result.json");
		ResultFile.write(document, file);
		return Results.json(file);
	}

}
