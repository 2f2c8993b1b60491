package dev.grpctuning.autoconfigure;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;

import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.settings.value.LimitAlgorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Limits while calls flow: what they do not refuse is answered. */
@Tag("either-framework")
class LimitsUnderLoadIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@ParameterizedTest
	@EnumSource
	void whenAlgorithmFindsTheLimitThenEveryCallIsAnsweredOrRefused(LimitAlgorithm algorithm) {
		try (TunedApplication application = TunedApplication.start("executor.type=cached", "limit.concurrent-calls=40",
				"limit.algorithm=" + algorithm.propertyValue());
				ConstantLoad load = ConstantLoad.startOverload(application)) {
			for (int i = 0; i < 3; i++) {
				refuseSome(application, 30);
				assertThat(allowed(application)).isBetween(1, 40);
				load.awaitAnswers(100);
			}
			assertAccountedFor(application, load);
			assertThat(load.failures().keySet())
				.allSatisfy((failure) -> assertThat(failure).contains("Too many calls are open"));
		}
	}

	@Test
	void whenLimitGoesUpAndDownThenNothingButItsRefusalsFails() {
		try (TunedApplication application = TunedApplication.start("executor.type=cached",
				"limit.concurrent-calls=5000"); ConstantLoad load = ConstantLoad.startOverload(application)) {
			for (int limit = 1; limit <= 32; limit *= 2) {
				application.change("limit.concurrent-calls=" + limit);
				refuseSome(application, 20);
				application.change("limit.concurrent-calls=5000");
				load.awaitAnswers(50);
				application.change("limit.concurrent-calls=" + limit, "limit.algorithm=throughput");
				load.awaitAnswers(10);
				application.change("limit.concurrent-calls=5000", "limit.algorithm=");
			}
			application.change("max-concurrent-calls-per-connection=100");
			load.awaitAnswers(50);
			assertAccountedFor(application, load);
		}
	}

	private static void refuseSome(TunedApplication application, int calls) {
		long until = limit(application).state().refused() + calls;
		CountDownLatch gate = application.greeter().closeGate();
		try {
			await().until(() -> limit(application).state().refused() >= until);
		}
		finally {
			gate.countDown();
		}
	}

	private static void assertAccountedFor(TunedApplication application, ConstantLoad load) {
		load.stop();
		assertThat(load.unaccounted()).isZero();
		int refused = load.failures(Status.Code.RESOURCE_EXHAUSTED);
		assertThat(load.failures().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(refused);
		assertThat(limit(application).state().refused()).isEqualTo(refused);
		await().until(() -> limit(application).state().open() == 0);
	}

	private static int allowed(TunedApplication application) {
		return Objects.requireNonNull(limit(application).state().allowed());
	}

	private static CallLimits limit(TunedApplication application) {
		return application.bean(CallLimits.class);
	}

}
