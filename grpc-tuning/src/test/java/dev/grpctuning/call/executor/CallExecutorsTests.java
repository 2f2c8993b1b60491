package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import com.google.common.util.concurrent.Uninterruptibles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.CallExecutorsSettings.CanarySettings;
import dev.grpctuning.settings.value.CallExecutorsSettings.RouteSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What waits for the threads of a replaced executor. */
class CallExecutorsTests {

	private final CountDownLatch gate = new CountDownLatch(1);

	private final CallExecutors executors = new CallExecutors(settings(ExecutorType.FIXED, 1),
			new HandlerExecutorFactory(17, null, () -> (task) -> {
			}), (name, figures) -> TaskTimings.NONE, () -> {
			});

	@AfterEach
	void end() {
		this.gate.countDown();
		assertThat(this.executors.close(Duration.ofSeconds(30))).isTrue();
	}

	@Test
	void whenAnExecutorWithAFullQueueIsReplacedThenTheNewOneTakesCalls() {
		CallExecutor former = fill(3, 2);
		assertThat(former.refuses()).isTrue();
		this.executors.update(settings(ExecutorType.FIXED, 2));
		CallExecutor replacement = enter();
		assertThat(replacement).isNotSameAs(former);
		assertThat(replacement.refuses()).isFalse();
		assertThat(this.executors.states().get(0).queued()).as("of both").isEqualTo(2);
	}

	@Test
	void whenARouteOrTheCanaryIsRemovedThenItsCallsStillCount() {
		ExecutorSettings one = ExecutorSettings.of(ExecutorType.FIXED, 1, null, 2);
		this.executors.update(new CallExecutorsSettings(one, List.of(new RouteSettings("a.B/*", one)), null));
		CallExecutor route = enter();
		route.accept(false, null);
		this.executors.update(new CallExecutorsSettings(one, List.of(), new CanarySettings(one, 1)));
		CallExecutor canary = enter();
		canary.accept(false, null);
		assertThat(this.executors.calls()).as("of a route with an open call").isEqualTo(2);
		route.ended(false, System.nanoTime());
		await().untilAsserted(() -> assertThat(this.executors.retiring()).isZero());
		this.executors.update(settings(ExecutorType.FIXED, 1));
		canary.ended(false, System.nanoTime());
		await().untilAsserted(() -> assertThat(this.executors.retiring()).isZero());
		assertThat(this.executors.calls()).isEqualTo(2);
	}

	@Test
	void whenVirtualThreadsComputeThenAHealthCheckRunsAllTheSame() throws Exception {
		assumeTrue(Runtime.version().feature() >= 21, "no virtual threads");
		CallExecutors virtual = new CallExecutors(settings(ExecutorType.VIRTUAL, 1),
				new HandlerExecutorFactory(21, null, null), (name, figures) -> TaskTimings.NONE, () -> {
				});
		AtomicBoolean computing = new AtomicBoolean(true);
		CountDownLatch checked = new CountDownLatch(1);
		try {
			for (int call = 0; call < 2 * Runtime.getRuntime().availableProcessors(); call++) {
				virtual.enter("a.B/C", true).executor().accept(false, null).execute(() -> {
					while (computing.get()) {
						Thread.onSpinWait();
					}
				});
			}
			virtual.enter("grpc.health.v1.Health/Check", true)
				.executor()
				.accept(false, null)
				.execute(checked::countDown);
			assertThat(checked.await(60, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			computing.set(false);
			assertThat(virtual.close(Duration.ofSeconds(30))).isTrue();
		}
	}

	private CallExecutor enter() {
		return this.executors.enter("a.B/C", true).executor();
	}

	private CallExecutor fill(int calls, int waiting) {
		for (int i = 0; i < calls; i++) {
			enter().accept(false, null).execute(() -> Uninterruptibles.awaitUninterruptibly(this.gate));
		}
		await().untilAsserted(() -> assertThat(this.executors.states().get(0).queued()).isEqualTo(waiting));
		return enter();
	}

	private static CallExecutorsSettings settings(ExecutorType type, int threads) {
		return new CallExecutorsSettings(ExecutorSettings.of(type, threads, null, 2), List.of(), null);
	}

}
