package dev.grpctuning.load.run;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import com.google.gson.JsonObject;
import io.grpc.Status;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.HelloServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code run} at servers that do not stay, in this process: its exit code, its one line
 * on standard error, and that all calls are accounted for.
 */
class LostServerIT extends AbstractAccountedRunIT {

	private static final List<String> BURST = bursts("20ms");

	private static final int CALLS = 200;

	private static final int HALF = 100;

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
					"the server is gone: no gRPC server at " + address + ": Connection refused; 200 calls sent: ");
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
			if (index >= HALF) {
				second.join();
			}
			return (index < HALF) ? Status.OK : Status.UNAVAILABLE;
		})) {
			running.set(first);
			// The first server does not get all calls, however long the second takes.
			JsonObject result = run(0, engine, TargetAddress.parse(first.address()), BURST,
					"--load.wait-for-ready=true", "--load.max-open-calls=10");
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

	@Test
	void whenItsConnectionsAreHeldHalfWayThenTheRunHasFailed() throws Exception {
		AtomicReference<HeldProxy> between = new AtomicReference<>();
		try (HelloServer server = HelloServer.start((index) -> {
			if (index == HALF) {
				Objects.requireNonNull(between.get()).hold();
			}
			return Status.OK;
		}); HeldProxy proxy = new HeldProxy(server.address())) {
			between.set(proxy);
			JsonObject result = run(3, "raw", TargetAddress.parse(proxy.address()), bursts("100ms"), "--load.drain=0s",
					"--load.connect-timeout=2s");
			assertFailure(result, "the server is gone: no gRPC server at " + proxy.address()
					+ ": a connection is accepted, but no gRPC server answers within 2000 ms: the peer sends nothing (");
			assertThat(started(result)).isEqualTo(CALLS);
			assertThat(ok(result)).isBetween(1L, CALLS - 1L);
			assertThat(unfinished(result)).isEqualTo(CALLS - ok(result));
		}
	}

	@Test
	void whenItStopsAnsweringHalfWayThenTheRunHasFailed() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			if (index >= HALF) {
				hang(end);
			}
			return Status.OK;
		})) {
			JsonObject result = run(3, "stub", TargetAddress.parse(server.address()), List.of("--load.model=open",
					"--load.open.rate=60", "--load.duration=5s", "--load.deadline=500ms", "--load.drain=10s"));
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

	@Test
	void whenItsAnswersTakeLongThenTheRunHasNotFailed() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (HelloServer server = HelloServer.start((index) -> {
			// Two answers that take long, and one that is not there when the run ends.
			hang(end, (index < 2) ? 1400 : Long.MAX_VALUE);
			return Status.OK;
		})) {
			JsonObject result = run(0, "raw", TargetAddress.parse(server.address()), List.of("--load.model=closed",
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

	private static List<String> bursts(String interval) {
		return List.of("--load.model=burst", "--load.burst.count=20", "--load.burst.size=10",
				"--load.burst.interval=" + interval, "--load.burst.pacing=schedule");
	}

}
