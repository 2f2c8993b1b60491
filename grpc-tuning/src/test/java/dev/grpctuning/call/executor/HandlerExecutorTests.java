package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What a server is given to run its handlers on, and how that ends. */
class HandlerExecutorTests {

	private static final Duration SHORT = Duration.ofMillis(50);

	@ParameterizedTest
	@CsvSource({ "17,false", "21,true" })
	void adaptiveHasCachedThreadsWhereThereAreNoVirtualOnes(int java, boolean virtual) {
		assumeTrue(java <= Runtime.version().feature());
		HandlerExecutor executor = new HandlerExecutorFactory(java, null, null)
			.create(ExecutorSettings.of(ExecutorType.ADAPTIVE, null, null, null));
		executor.close(SHORT);
		assertThat(executor.executor() instanceof ThreadPoolExecutor).isNotEqualTo(virtual);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "DIRECT", "APPLICATION" })
	void handlerThatDoesNotFinishIsInterruptedAndNothingIsTakenAfterTheEnd(ExecutorType type) {
		HandlerExecutor executor = create(type);
		AtomicBoolean daemon = new AtomicBoolean();
		CountDownLatch started = new CountDownLatch(1);
		CountDownLatch interrupted = new CountDownLatch(1);
		executor.executor().execute(() -> {
			daemon.set(Thread.currentThread().isDaemon());
			started.countDown();
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
		});
		await().until(() -> started.getCount() == 0);
		assertThat(daemon).as("does not keep the JVM alive").isTrue();
		assertThat(executor.close(Duration.ofMillis(500))).isTrue();
		await().until(() -> interrupted.getCount() == 0);
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> executor.executor().execute(() -> {
		}));
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "DIRECT", "APPLICATION" })
	void handlerThatIgnoresItsInterruptionIsReported(ExecutorType type) {
		HandlerExecutor executor = create(type);
		CountDownLatch started = new CountDownLatch(1);
		AtomicBoolean end = new AtomicBoolean();
		executor.executor().execute(() -> {
			started.countDown();
			while (!end.get()) {
				Thread.yield();
			}
		});
		await().until(() -> started.getCount() == 0);
		assertThat(executor.close(SHORT)).isFalse();
		end.set(true);
		await().until(() -> executor.close(SHORT));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void tasksThatWaitForAVirtualThreadAreDroppedAfterTheGrace() {
		HandlerExecutor executor = new HandlerExecutorFactory(Runtime.version().feature(), getClass().getClassLoader(),
				null)
			.create(ExecutorSettings.of(ExecutorType.VIRTUAL, 3, "test-", null, null, 1));
		AtomicInteger started = new AtomicInteger();
		for (int i = 1; i <= 2; i++) {
			executor.executor().execute(() -> {
				started.incrementAndGet();
				try {
					new CountDownLatch(1).await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			});
		}
		await().until(() -> started.get() == 1);
		assertThat(executor.close(SHORT) || executor.close(Duration.ofSeconds(30))).isTrue();
		assertThat(started).hasValue(1);
	}

	private HandlerExecutor create(ExecutorType type) {
		HandlerExecutorFactory factory = new HandlerExecutorFactory(Runtime.version().feature(),
				getClass().getClassLoader(), null);
		assumeTrue(factory.unavailabilityReason(type) == null);
		return factory.create(ExecutorSettings.of(type, 3, "test-", null));
	}

}
