package dev.grpctuning.load.run;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import com.google.gson.JsonObject;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.KindsServer;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code run} at servers that do not answer as they should: which runs have failed. */
class FailedRunIT extends AbstractAccountedRunIT {

	private static final List<String> TEN = List.of("--load.model=burst", "--load.burst.count=1",
			"--load.burst.size=10");

	@Test
	void whenItAnswersNothingThenTheRunHasFailed() throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1)) {
			JsonObject result = run(3, "stub", TargetAddress.parse(server.address()), TEN,
					"--load.call=kinds.v1.Kinds/Unary", "--load.request={\"text\": \"silence\"}", "--load.drain=0s");
			assertFailure(result, "no call was answered; 10 calls sent: 0 answered, 10 unfinished");
			assertThat(started(result)).isEqualTo(10);
		}
	}

	@Test
	void whenTheTimeoutCutsItAndAThresholdFailsTooThenTheRunHasFailed() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			if (index >= 10) {
				hang(end);
			}
			return Status.OK;
		})) {
			JsonObject result = run(3, "stub", TargetAddress.parse(server.address()),
					List.of("--load.model=burst", "--load.burst.count=1", "--load.burst.size=30"),
					"--load.max-open-calls=5", "--load.timeout=5s", "--load.thresholds=ok == 30");
			assertFailure(result,
					"load.timeout (5.0 s) passed before the plan had ended; 15 calls sent: 10 answered, 5 unfinished");
			assertThat(this.output.getOut()).contains("threshold      ok == 30: 10, FAILED");
		}
		finally {
			end.countDown();
		}
	}

	@Test
	void whenItRefusesCallsAndAnswersOthersToTheEndThenTheRunHasNotFailed() throws Exception {
		try (HelloServer server = HelloServer.start((index) -> (index % 4 == 3) ? Status.UNAVAILABLE : Status.OK)) {
			JsonObject result = run(0, "raw", TargetAddress.parse(server.address()), List.of("--load.model=burst",
					"--load.burst.count=20", "--load.burst.size=1", "--load.burst.interval=10ms"));
			assertNoFailure(result);
			assertThat(ok(result)).isEqualTo(15);
			assertThat(failed(result)).isEqualTo(5);
		}
	}

	@ParameterizedTest
	@CsvSource({ "stub, 0s, sent: 0 answered", "raw, 5m, 'no call counts, because the warm-up had not ended'" })
	void whenItDoesNotHaveTheMethodThenTheRunEndsSoonAndSaysSo(String engine, String warmup, String end)
			throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1)) {
			JsonObject result = run(1, engine, TargetAddress.parse(server.address()), List.of("--load.model=open",
					"--load.open.rate=100", "--load.duration=5m", "--load.timeout=15m", "--load.warmup=" + warmup));
			assertFailure(result, server.address() + " does not have hello.v1.HelloService/SayHello: "
					+ "all answers were UNIMPLEMENTED");
			assertThat(text(result.getAsJsonObject("outcome").get("failure"))).contains(end);
			assertThat(text(result.getAsJsonObject("load").get("stoppedBy"))).isEqualTo("unimplemented");
			assertThat(unfinished(result)).isZero();
		}
	}

	@Test
	void whenItEndsEachCallWithAnErrorStatusThenTheResultHasTheirLatenciesAndMessages() throws Exception {
		try (HelloServer server = notFound()) {
			JsonObject result = run(3, "stub", TargetAddress.parse(server.address()), TEN);
			assertFailure(result, "no call ended with OK; if NOT_FOUND is expected, set load.ok=NOT_FOUND; "
					+ "10 calls sent: 0 answered, 10 NOT_FOUND, 0 unfinished");
			JsonObject notFound = result.getAsJsonObject("load")
				.getAsJsonObject("statuses")
				.getAsJsonObject("NOT_FOUND");
			assertThat(notFound.getAsJsonObject("latencyMicros").getAsJsonObject("service").get("min").getAsLong())
				.isGreaterThanOrEqualTo(20_000);
			assertThat(notFound.getAsJsonObject("latencyMicros").getAsJsonObject("response").get("count").getAsLong())
				.isEqualTo(10);
			assertThat(this.output.getOut()).contains("failed         7 NOT_FOUND: no such order",
					"failed         3 NOT_FOUND: order was deleted", "response time of NOT_FOUND");
		}
	}

	@Test
	void whenItsStatusIsDeclaredThenTheCallsAreAnswered() throws Exception {
		try (HelloServer server = notFound()) {
			JsonObject result = run(0, "raw", TargetAddress.parse(server.address()), TEN, "--ok=NOT_FOUND",
					"--load.thresholds=errors == 0, p50 >= 20ms");
			assertNoFailure(result);
			assertThat(ok(result)).isEqualTo(10);
			assertThat(result.getAsJsonObject("load")
				.getAsJsonObject("latencyMicros")
				.getAsJsonObject("service")
				.get("min")
				.getAsLong()).isGreaterThanOrEqualTo(20_000);
			assertThat(this.output.getOut()).contains("of which       10 NOT_FOUND")
				.doesNotContain("failed ", "response time of NOT_FOUND");
		}
	}

	/** Ends all calls with NOT_FOUND after 20 ms. */
	private static HelloServer notFound() throws IOException {
		return HelloServer.start((index) -> {
			hang(new CountDownLatch(1), 20);
			return Status.NOT_FOUND
				.withDescription((index % 4 == 3 || index == 8) ? "order was deleted" : "no such order");
		});
	}

}
