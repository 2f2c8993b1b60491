package dev.grpctuning.executor;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;

import io.grpc.ForwardingServerBuilder;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a server is given to run its handlers on, and how that ends.
 */
class HandlerExecutorTests {

	private static final Duration SHORT = Duration.ofMillis(50);

	private final Builder builder = new Builder();

	@Test
	void directIsGrpcsOwnDirectExecutor() {
		HandlerExecutor executor = create(ExecutorType.DIRECT);
		assertThat(this.builder.direct).isTrue();
		assertThat(executor.close(SHORT)).isTrue();
	}

	@Test
	void forkJoinHasTheNumberOfThreadsAndFifoOrder() {
		create(ExecutorType.FORK_JOIN).close(SHORT);
		assertThat(this.builder.executor).isInstanceOfSatisfying(ForkJoinPool.class, (pool) -> {
			assertThat(pool.getParallelism()).isEqualTo(3);
			assertThat(pool.getAsyncMode()).isTrue();
		});
	}

	@Test
	void fixedHasTheNumberOfThreads() {
		create(ExecutorType.FIXED).close(SHORT);
		assertThat(this.builder.executor).isInstanceOfSatisfying(ThreadPoolExecutor.class, (pool) -> {
			assertThat(pool.getCorePoolSize()).isEqualTo(3);
			assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
		});
	}

	@Test
	void cachedIsUnbounded() {
		create(ExecutorType.CACHED).close(SHORT);
		assertThat(this.builder.executor).isInstanceOfSatisfying(ThreadPoolExecutor.class,
				(pool) -> assertThat(pool.getMaximumPoolSize()).isEqualTo(Integer.MAX_VALUE));
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "DIRECT")
	void threadsDoNotKeepTheJvmAlive(ExecutorType type) {
		HandlerExecutor executor = create(type);
		AtomicBoolean daemon = new AtomicBoolean();
		CountDownLatch ran = new CountDownLatch(1);
		execute(() -> {
			daemon.set(Thread.currentThread().isDaemon());
			ran.countDown();
		});
		await().until(() -> ran.getCount() == 0);
		assertThat(daemon).isTrue();
		assertThat(executor.close(Duration.ofSeconds(5))).isTrue();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "DIRECT")
	void handlerThatDoesNotFinishIsInterrupted(ExecutorType type) {
		HandlerExecutor executor = create(type);
		CountDownLatch started = new CountDownLatch(1);
		CountDownLatch interrupted = new CountDownLatch(1);
		execute(() -> {
			started.countDown();
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
		});
		await().until(() -> started.getCount() == 0);
		assertThat(executor.close(Duration.ofMillis(500))).isTrue();
		await().until(() -> interrupted.getCount() == 0);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "DIRECT")
	void handlerThatIgnoresItsInterruptionIsReported(ExecutorType type) {
		HandlerExecutor executor = create(type);
		CountDownLatch started = new CountDownLatch(1);
		AtomicBoolean end = new AtomicBoolean();
		execute(() -> {
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

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "DIRECT")
	void nothingIsTakenAfterTheEnd(ExecutorType type) {
		create(type).close(SHORT);
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> execute(() -> {
		}));
	}

	private HandlerExecutor create(ExecutorType type) {
		HandlerExecutor executor = HandlerExecutor.create(new ExecutorSettings(type, 3, "test-"),
				getClass().getClassLoader());
		executor.applyTo(this.builder);
		return executor;
	}

	private void execute(Runnable task) {
		Objects.requireNonNull(this.builder.executor).execute(task);
	}

	/**
	 * Remembers the executor that it was given.
	 */
	private static final class Builder extends ForwardingServerBuilder<Builder> {

		private @Nullable Executor executor;

		private boolean direct;

		@Override
		protected ServerBuilder<?> delegate() {
			return InProcessServerBuilder.forName("unused");
		}

		@Override
		public Builder executor(@Nullable Executor executor) {
			this.executor = executor;
			return this;
		}

		@Override
		public Builder directExecutor() {
			this.direct = true;
			return this;
		}

	}

}
