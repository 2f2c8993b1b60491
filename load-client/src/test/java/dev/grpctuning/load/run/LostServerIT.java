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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code run} at servers that do not stay, in this process: its exit code, its one line
 * on standard error, and that all calls are accounted for.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class LostServerIT {

	private static final List<String> BURST = bursts("20ms");

	private static final int CALLS = 200;

	private static final int HALF = 100;

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	LostServerIT(CapturedOutput output) {
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
			TargetAddress address = TargetAddress.parse(server.address());
			JsonObject result = run(3, engine, address, bursts("100ms"));
			assertFailure(result,
					"the server has gone, no gRPC server at " + address + ": Connection refused; 200 calls sent: ");
			assertThat(started(result)).isEqualTo(CALLS);
			assertThat(ok(result)).isBetween(1L, (long) HALF);
			assertThat(unfinished(result)).isZero();
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
			return (index < HALF) ? Status.OK : Status.UNAVAILABLE;
		})) {
			running.set(first);
			// So that the run does not end before, however long that takes.
			JsonObject result = run(0, engine, TargetAddress.parse(first.address()), BURST,
					"--load.wait-for-ready=true");
			assertNoFailure(result);
			assertThat(started(result)).isEqualTo(CALLS);
			assertThat(unfinished(result)).isZero();
			try (HelloServer back = second.join()) {
				assertThat(back.calls()).isPositive();
				assertThat(ok(result)).isGreaterThan(back.calls());
			}
		}
	}

	private static void restart(HelloServer first, CompletableFuture<HelloServer> second) {
		TargetAddress address = TargetAddress.parse(first.address());
		first.close();
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.ignoreExceptions()
			.until(() -> second.complete(HelloServer.startAgain(address.toString())));
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItsConnectionsAreHeldHalfWayThenTheRunHasFailed(String engine) throws Exception {
		AtomicReference<HeldProxy> between = new AtomicReference<>();
		try (HelloServer server = HelloServer.start((index) -> {
			if (index == HALF) {
				Objects.requireNonNull(between.get()).hold();
			}
			return Status.OK;
		}); HeldProxy proxy = new HeldProxy(server.address())) {
			between.set(proxy);
			JsonObject result = run(3, engine, TargetAddress.parse(proxy.address()), BURST, "--load.drain=0s",
					"--load.connect-timeout=2s");
			assertFailure(result, "the server has gone, no gRPC server at " + proxy.address()
					+ ": a connection is accepted, but no gRPC server answers within 2000 ms: the peer sends nothing (");
			assertThat(started(result)).isEqualTo(CALLS);
			assertThat(ok(result)).isBetween(1L, CALLS - 1L);
			assertThat(unfinished(result)).isEqualTo(CALLS - ok(result));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItStopsAnsweringHalfWayThenTheRunHasFailed(String engine) throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			if (index >= HALF) {
				hang(end);
			}
			return Status.OK;
		})) {
			JsonObject result = run(3, engine, TargetAddress.parse(server.address()), List.of("--load.model=open",
					"--load.open.rate=100", "--load.duration=3s", "--load.deadline=500ms", "--load.drain=10s"));
			assertFailure(result, "no call was answered within its deadline in the last ");
			assertThat(started(result)).isEqualTo(300);
			assertThat(ok(result)).isBetween(1L, (long) HALF);
			assertThat(failed(result)).isEqualTo(300 - ok(result));
			assertThat(unfinished(result)).isZero();
		}
		finally {
			end.countDown();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItsAnswersTakeLongThenTheRunHasNotFailed(String engine) throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			// Two answers that take long, and one that is not there when the run ends.
			hang(end, (index < 2) ? 1400 : Long.MAX_VALUE);
			return Status.OK;
		})) {
			JsonObject result = run(0, engine, TargetAddress.parse(server.address()), List.of("--load.model=closed",
					"--load.closed.outstanding=1", "--load.duration=4s", "--load.drain=0s"));
			assertNoFailure(result);
			assertThat(ok(result)).isBetween(1L, 2L);
			assertThat(unfinished(result)).isOne();
			assertThat(started(result)).isEqualTo(ok(result) + 1);
		}
		finally {
			end.countDown();
		}
	}

	private static void hang(CountDownLatch end) {
		hang(end, Long.MAX_VALUE);
	}

	private static void hang(CountDownLatch end, long longestMillis) {
		try {
			end.await(longestMillis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItAnswersNothingThenTheRunHasFailed(String engine) throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1)) {
			JsonObject result = run(3, engine, TargetAddress.parse(server.address()),
					List.of("--load.burst.count=1", "--load.burst.size=10"), "--load.call=kinds.v1.Kinds/Unary",
					"--load.request={\"text\": \"silence\"}", "--load.drain=0s");
			assertFailure(result, "no call was answered; 10 calls sent: 0 answered, 10 unfinished");
			assertThat(started(result)).isEqualTo(10);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenTheTimeoutCutsItAndAThresholdFailsTooThenTheRunHasFailed(String engine) throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			if (index >= 10) {
				hang(end);
			}
			return Status.OK;
		})) {
			JsonObject result = run(3, engine, TargetAddress.parse(server.address()),
					List.of("--load.burst.count=1", "--load.burst.size=30"), "--load.max-open-calls=5",
					"--load.timeout=3s", "--load.thresholds=ok == 30");
			assertFailure(result,
					"load.timeout (3.0 s) was over before the plan was; 15 calls sent: 10 answered, 5 unfinished");
			assertThat(this.output.getOut()).contains("threshold      ok == 30: 10, FAILED");
		}
		finally {
			end.countDown();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenItRefusesCallsAndAnswersOthersToTheEndThenTheRunHasNotFailed(String engine) throws Exception {
		try (HelloServer server = HelloServer.start((index) -> (index % 4 == 3) ? Status.UNAVAILABLE : Status.OK)) {
			JsonObject result = run(0, engine, TargetAddress.parse(server.address()),
					List.of("--load.burst.count=20", "--load.burst.size=1", "--load.burst.interval=10ms"));
			assertNoFailure(result);
			assertThat(ok(result)).isEqualTo(15);
			assertThat(failed(result)).isEqualTo(5);
		}
	}

	@ParameterizedTest
	@CsvSource({ "stub, 0s, sent: 0 answered", "raw, 0s, sent: 0 answered",
			"stub, 5m, 'no call counts, the warm-up was not over'",
			"raw, 5m, 'no call counts, the warm-up was not over'" })
	void whenItDoesNotHaveTheMethodThenTheRunEndsSoonAndSaysSo(String engine, String warmup, String end)
			throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1)) {
			JsonObject result = run(1, engine, TargetAddress.parse(server.address()), List.of("--load.model=open",
					"--load.open.rate=100", "--load.duration=5m", "--load.timeout=15m", "--load.warmup=" + warmup));
			assertFailure(result, server.address() + " does not have hello.v1.HelloService/SayHello: it has answered "
					+ "nothing but UNIMPLEMENTED");
			assertThat(text(result.get("failure"))).contains(end);
			assertThat(text(result.get("stoppedBy"))).isEqualTo("unimplemented");
			assertThat(unfinished(result)).isZero();
		}
	}

	private static List<String> bursts(String interval) {
		return List.of("--load.burst.count=20", "--load.burst.size=10", "--load.burst.interval=" + interval,
				"--load.burst.pacing=schedule");
	}

	private JsonObject run(int exitCode, String engine, TargetAddress address, List<String> model, String... options)
			throws Exception {
		Path file = this.folder.resolve("result.json");
		List<String> arguments = Stream
			.of(List.of("run", "--quiet", "--load.engine=" + engine, "--load.target=" + address,
					"--load.output=" + file), model, List.of(options))
			.flatMap(List::stream)
			.toList();
		assertThat(LoadClientApplication.launch(arguments.toArray(String[]::new))).isEqualTo(exitCode);
		JsonObject result = Results.json(file);
		JsonObject counts = result.getAsJsonObject("counts");
		assertThat(started(result))
			.isEqualTo(ok(result) + failed(result) + counts.get("cancelled").getAsLong() + unfinished(result));
		assertThat(this.output.getOut()).contains("answered       %d of %d in ".formatted(ok(result), started(result)),
				"unfinished     %d%n".formatted(unfinished(result)));
		return result;
	}

	private void assertFailure(JsonObject result, String beginning) {
		String failure = text(result.get("failure"));
		assertThat(failure).startsWith(beginning);
		assertThat(lines()).containsExactly("run failed: " + failure);
	}

	private void assertNoFailure(JsonObject result) {
		assertThat(text(result.get("failure"))).isNull();
		assertThat(lines()).isEmpty();
	}

	/** What standard error says beside the name of the file. */
	private List<String> lines() {
		return this.output.getErr().lines().filter((line) -> !line.endsWith("result.json")).toList();
	}

	private static @Nullable String text(JsonElement element) {
		return element.isJsonNull() ? null : element.getAsString();
	}

	private static long started(JsonObject result) {
		return result.getAsJsonObject("counts").get("started").getAsLong();
	}

	private static long ok(JsonObject result) {
		return result.getAsJsonObject("counts").get("ok").getAsLong();
	}

	private static long unfinished(JsonObject result) {
		return result.getAsJsonObject("counts").get("unfinished").getAsLong();
	}

	private static long failed(JsonObject result) {
		return result.getAsJsonObject("counts")
			.getAsJsonObject("failed")
			.asMap()
			.values()
			.stream()
			.mapToLong(JsonElement::getAsLong)
			.sum();
	}

}
