package dev.grpctuning.load.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.grpc.Status;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code run} in this process at servers that do not answer as they should, or do not
 * stay: its exit code, its one line on standard error, and that all calls are accounted
 * for. {@code RunFailureTests} has more reasons.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class FailedRunIT {

	private static final String[] TEN = { "--load.model=burst", "--load.burst.count=1", "--load.burst.size=10" };

	private static final int CALLS = 200;

	private static final int HALF = 100;

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	FailedRunIT(CapturedOutput output) {
		this.output = output;
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItDiesHalfWayAndStaysDeadThenTheRunHasFailed(String engine) throws Exception {
		AtomicReference<HelloServer> running = new AtomicReference<>();
		try (HelloServer server = HelloServer.start((index) -> {
			if (index < HALF) {
				return Status.OK;
			}
			Objects.requireNonNull(running.get()).close();
			return Status.UNAVAILABLE;
		})) {
			running.set(server);
			String address = server.address();
			JsonObject result = run(3, engine, address, bursts("100ms"));
			assertFailure(result,
					"the server is gone: no gRPC server at " + address + ": Connection refused; 200 calls sent: ");
			assertThat(count("started", result)).isEqualTo(CALLS);
			assertThat(count("ok", result)).isBetween(1L, (long) HALF);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItComesBackThenTheRunHasNotFailed(String engine) throws Exception {
		CompletableFuture<HelloServer> second = new CompletableFuture<>();
		AtomicReference<HelloServer> running = new AtomicReference<>();
		try (HelloServer first = HelloServer.start((index) -> {
			if (index == HALF) {
				Thread.startVirtualThread(() -> restart(Objects.requireNonNull(running.get()), second));
			}
			if (index >= HALF) {
				second.join();
			}
			return (index < HALF) ? Status.OK : Status.UNAVAILABLE;
		})) {
			running.set(first);
			// The first server does not get all calls, however long the second takes.
			JsonObject result = run(0, engine, first.address(), bursts("20ms"), "--load.wait-for-ready=true",
					"--load.max-open-calls=10");
			assertNoFailure(result);
			assertThat(count("started", result)).isEqualTo(CALLS);
			try (HelloServer back = second.join()) {
				assertThat(back.calls()).isPositive();
				assertThat(count("ok", result)).isGreaterThan(back.calls());
			}
		}
	}

	private static void restart(HelloServer first, CompletableFuture<HelloServer> second) {
		String address = first.address();
		first.close();
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.ignoreExceptions()
			.until(() -> second.complete(HelloServer.startAgain(address)));
	}

	private static String[] bursts(String interval) {
		return new String[] { "--load.model=burst", "--load.burst.count=20", "--load.burst.size=10",
				"--load.burst.interval=" + interval, "--load.burst.pacing=schedule" };
	}

	@Test
	void whenItStopsAnsweringHalfWayThenTheRunHasFailed() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			if (index >= HALF) {
				hang(end, Long.MAX_VALUE);
			}
			return Status.OK;
		})) {
			JsonObject result = run(3, "stub", server.address(), new String[] { "--load.model=open" },
					"--load.open.rate=60", "--load.duration=3s", "--load.deadline=500ms", "--load.drain=10s");
			assertFailure(result, "no call was answered within its deadline in the last ");
			assertThat(count("started", result)).isEqualTo(180);
			assertThat(count("ok", result)).isBetween(1L, (long) HALF);
		}
		finally {
			end.countDown();
		}
	}

	@Test
	void whenItAnswersNothingThenTheRunHasFailed() throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1)) {
			JsonObject result = run(3, "stub", server.address(), TEN, "--load.call=kinds.v1.Kinds/Unary",
					"--load.request={\"text\": \"silence\"}", "--load.drain=0s");
			assertFailure(result, "no call was answered; 10 calls sent: 0 answered, 10 unfinished");
		}
	}

	@Test
	void whenTheTimeoutCutsItAndAThresholdFailsTooThenTheRunHasFailed() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			if (index >= 5) {
				hang(end, Long.MAX_VALUE);
			}
			return Status.OK;
		})) {
			JsonObject result = run(3, "stub", server.address(), TEN, "--load.max-open-calls=2", "--load.timeout=3s",
					"--load.thresholds=ok == 10");
			assertFailure(result,
					"load.timeout (3.0 s) passed before the plan had ended; 7 calls sent: 5 answered, 2 unfinished");
			assertThat(this.output.getOut()).contains("threshold      ok == 10: 5, FAILED");
		}
		finally {
			end.countDown();
		}
	}

	@ParameterizedTest
	@CsvSource({ "stub, 0s, sent: 0 answered", "raw, 5m, 'no call counts, because the warm-up had not ended'" })
	void whenItDoesNotHaveTheMethodThenTheRunEndsSoonAndSaysSo(String engine, String warmup, String end)
			throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1)) {
			JsonObject result = run(1, engine, server.address(), new String[] { "--load.model=open" },
					"--load.open.rate=100", "--load.duration=5m", "--load.timeout=15m", "--load.warmup=" + warmup);
			assertFailure(result, server.address() + " does not have hello.v1.HelloService/SayHello: "
					+ "all answers were UNIMPLEMENTED");
			assertThat(text(result.getAsJsonObject("outcome").get("failure"))).contains(end);
			assertThat(text(result.getAsJsonObject("load").get("stoppedBy"))).isEqualTo("unimplemented");
		}
	}

	@Test
	void whenItEndsCallsWithAnErrorStatusThenTheyHaveFailedUnlessItIsDeclared() throws Exception {
		try (HelloServer server = HelloServer.start((index) -> {
			hang(new CountDownLatch(1), 20);
			return Status.NOT_FOUND
				.withDescription((index % 4 == 3 || index == 8) ? "order was deleted" : "no such order");
		})) {
			assertNoFailure(run(0, "raw", server.address(), TEN, "--ok=NOT_FOUND",
					"--load.thresholds=ok == 10, errors == 0, service.p50 >= 20ms"));
			assertThat(this.output.getOut()).contains("of which       10 NOT_FOUND")
				.doesNotContain("failed ", "response time of NOT_FOUND");
			JsonObject result = run(3, "stub", server.address(), TEN);
			assertFailure(result, "no call ended with OK; if NOT_FOUND is expected, set load.ok=NOT_FOUND; "
					+ "10 calls sent: 0 answered, 10 NOT_FOUND, 0 unfinished");
			JsonObject latencies = result.getAsJsonObject("load")
				.getAsJsonObject("statuses")
				.getAsJsonObject("NOT_FOUND")
				.getAsJsonObject("latencyMicros");
			assertThat(latencies.getAsJsonObject("service").get("min").getAsLong()).isGreaterThanOrEqualTo(20_000);
			assertThat(latencies.getAsJsonObject("response").get("count").getAsLong()).isEqualTo(10);
			assertThat(this.output.getOut()).contains(" NOT_FOUND: no such order", " NOT_FOUND: order was deleted",
					"response time of NOT_FOUND");
		}
	}

	private static void hang(CountDownLatch end, long longestMillis) {
		try {
			end.await(longestMillis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private JsonObject run(int exitCode, String engine, String target, String[] model, String... options)
			throws Exception {
		Path file = this.folder.resolve("result.json");
		String[] arguments = Stream
			.of(Stream.of("run", "--quiet", "--load.engine=" + engine, "--load.target=" + target,
					"--load.output=" + file), Stream.of(model), Stream.of(options))
			.flatMap((all) -> all)
			.toArray(String[]::new);
		assertThat(LoadClientApplication.launch(arguments)).isEqualTo(exitCode);
		ResultSchema.assertValid(file);
		JsonObject result = Results.json(file);
		long failed = counts(result).getAsJsonObject("failed")
			.asMap()
			.values()
			.stream()
			.mapToLong(JsonElement::getAsLong)
			.sum();
		assertThat(count("started", result))
			.isEqualTo(count("ok", result) + failed + count("cancelled", result) + count("unfinished", result));
		assertThat(this.output.getOut()).contains(
				"answered       %d of %d in ".formatted(count("ok", result), count("started", result)),
				"unfinished     %d%n".formatted(count("unfinished", result)));
		return result;
	}

	private void assertFailure(JsonObject result, String beginning) {
		String failure = text(result.getAsJsonObject("outcome").get("failure"));
		assertThat(failure).startsWith(beginning);
		assertThat(lines()).containsExactly("run failed: " + failure);
	}

	private void assertNoFailure(JsonObject result) {
		assertThat(text(result.getAsJsonObject("outcome").get("failure"))).isNull();
		assertThat(lines()).isEmpty();
	}

	/** What standard error says beside the name of the file. */
	private List<String> lines() {
		return this.output.getErr().lines().filter((line) -> !line.endsWith("result.json")).toList();
	}

	private static @Nullable String text(JsonElement element) {
		return element.isJsonNull() ? null : element.getAsString();
	}

	private static JsonObject counts(JsonObject result) {
		return result.getAsJsonObject("load").getAsJsonObject("counts");
	}

	private static long count(String name, JsonObject result) {
		return counts(result).get(name).getAsLong();
	}

}
