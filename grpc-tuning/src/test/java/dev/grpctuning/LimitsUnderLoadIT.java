package dev.grpctuning;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.settings.value.LimitAlgorithm;
import dev.grpctuning.testkit.greeting.ConstantLoad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Limits while calls flow: what they do not refuse is answered. */
class LimitsUnderLoadIT {

	@ParameterizedTest
	@EnumSource
	void whenAlgorithmFindsTheLimitThenEveryCallIsAnsweredOrRefused(LimitAlgorithm algorithm) {
		try (PlainServer server = PlainServer.start("executor.type=cached", "limit.concurrent-calls=40",
				"limit.algorithm=" + algorithm.propertyValue());
				ConstantLoad load = ConstantLoad.startOverload(server)) {
			for (int i = 0; i < 3; i++) {
				refuseSome(server, 30);
				assertThat(allowed(server)).isBetween(1, 40);
				load.awaitAnswers(100);
			}
			assertAccountedFor(server, load);
			assertThat(load.failures().keySet())
				.allSatisfy((failure) -> assertThat(failure).contains("Too many calls are open"));
		}
	}

	@Test
	void whenLimitGoesUpAndDownThenNothingButItsRefusalsFails() {
		try (PlainServer server = PlainServer.start("executor.type=cached", "limit.concurrent-calls=5000");
				ConstantLoad load = ConstantLoad.startOverload(server)) {
			for (int limit = 1; limit <= 32; limit *= 2) {
				server.change("limit.concurrent-calls=" + limit);
				refuseSome(server, 20);
				server.change("limit.concurrent-calls=5000");
				load.awaitAnswers(50);
				server.change("limit.concurrent-calls=" + limit, "limit.algorithm=throughput");
				load.awaitAnswers(10);
				server.change("limit.concurrent-calls=5000", "limit.algorithm=");
			}
			server.change("max-concurrent-calls-per-connection=100");
			load.awaitAnswers(50);
			assertAccountedFor(server, load);
		}
	}

	private static void refuseSome(PlainServer server, int calls) {
		long until = limit(server).state().refused() + calls;
		CountDownLatch gate = server.greeter().closeGate();
		try {
			await().until(() -> limit(server).state().refused() >= until);
		}
		finally {
			gate.countDown();
		}
	}

	private static void assertAccountedFor(PlainServer server, ConstantLoad load) {
		load.stop();
		assertThat(load.unaccounted()).isZero();
		int refused = load.failures(Status.Code.RESOURCE_EXHAUSTED);
		assertThat(load.failures().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(refused);
		assertThat(limit(server).state().refused()).isEqualTo(refused);
		await().until(() -> limit(server).state().open() == 0);
	}

	private static int allowed(PlainServer server) {
		return Objects.requireNonNull(limit(server).state().allowed());
	}

	private static CallLimits limit(PlainServer server) {
		return server.limits();
	}

}
