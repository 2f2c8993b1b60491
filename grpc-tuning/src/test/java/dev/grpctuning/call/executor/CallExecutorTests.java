package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.google.common.util.concurrent.Uninterruptibles;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tasks that fail, and durations of calls. */
class CallExecutorTests {

	private final AtomicInteger outOfMemory = new AtomicInteger();

	private final ExecutorFigures figures = new ExecutorFigures();

	private final CallExecutor executor = new CallExecutor("main",
			ExecutorSettings.of(ExecutorType.CACHED, null, null, null), new HandlerExecutor(Runnable::run, null),
			this.figures, TaskTimings.NONE, Runnable::run, this.outOfMemory::incrementAndGet);

	/** A server without memory must not stay half alive. */
	@Test
	void whenATaskRunsOutOfMemoryThenThatIsReportedAndTheTaskFails() {
		Executor tasks = this.executor.accept(false, null);
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> tasks.execute(() -> {
			throw new OutOfMemoryError("Cannot reserve 16777216 bytes of direct buffer memory");
		}));
		assertThat(this.outOfMemory).hasValue(1);
		assertThat(this.figures.active()).isZero();
	}

	@Test
	void durationOfACallIsFromItsArrivalToItsEndIfTheCallIsMeasured() {
		List<Long> recorded = new ArrayList<>();
		AtomicBoolean measured = new AtomicBoolean(true);
		TaskTimings timings = new TaskTimings() {

			@Override
			public boolean measuresNextCall() {
				return measured.get();
			}

			@Override
			public void recordCall(long nanos) {
				recorded.add(nanos);
			}

		};
		CallExecutor timed = new CallExecutor("main", ExecutorSettings.of(ExecutorType.DIRECT, null, null, null),
				new HandlerExecutor(Runnable::run, null), this.figures, timings, Runnable::run,
				this.outOfMemory::incrementAndGet);
		timed.ended(true, System.nanoTime() - TimeUnit.SECONDS.toNanos(5));
		assertThat(recorded).singleElement(InstanceOfAssertFactories.LONG)
			.isBetween(TimeUnit.SECONDS.toNanos(5), TimeUnit.MINUTES.toNanos(5));
		measured.set(false);
		timed.ended(true, System.nanoTime());
		assertThat(recorded).hasSize(1);
	}

	@Test
	void whatAnEventLoopReadsAtOnceWakesAForkJoinPoolOnceAndEachCallHasItsThread() throws Exception {
		AtomicInteger wakes = new AtomicInteger();
		ForkJoinPool pool = new ForkJoinPool(2) {

			@Override
			public void execute(Runnable task) {
				if (!ForkJoinTask.inForkJoinPool()) {
					wakes.incrementAndGet();
				}
				super.execute(task);
			}

		};
		CountDownLatch others = new CountDownLatch(3);
		CountDownLatch all = new CountDownLatch(4);
		EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try {
			Executor tasks = of(pool).accept(false, null);
			loop.submit(() -> {
				tasks.execute(() -> {
					Uninterruptibles.awaitUninterruptibly(others);
					all.countDown();
				});
				IntStream.range(0, 3).forEach((each) -> tasks.execute(() -> {
					others.countDown();
					all.countDown();
				}));
				assertThat(wakes).as("while the loop reads").hasValue(0);
			}).sync();
			assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
			assertThat(wakes).hasValue(1);
			await().untilAsserted(() -> assertThat(this.figures.completed()).isEqualTo(4));
		}
		finally {
			loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
			pool.shutdownNow();
		}
	}

	@Test
	void whenAPoolWasShutDownThenWhatAnEventLoopReadStillRuns() throws Exception {
		CallExecutor closed = of(new ForkJoinPool(2));
		assertThat(closed.end(Duration.ofSeconds(30))).isTrue();
		AtomicInteger ran = new AtomicInteger();
		EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try {
			Executor tasks = closed.accept(false, null);
			loop.submit(() -> IntStream.range(0, 3).forEach((each) -> tasks.execute(ran::incrementAndGet))).sync();
			await().untilAsserted(() -> assertThat(ran).hasValue(3));
			assertThat(this.figures.queued()).isZero();
		}
		finally {
			loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
		}
	}

	private CallExecutor of(ForkJoinPool pool) {
		return new CallExecutor("main", ExecutorSettings.of(ExecutorType.FORK_JOIN, null, null, null),
				new HandlerExecutor(pool), this.figures, TaskTimings.NONE, Runnable::run,
				this.outOfMemory::incrementAndGet);
	}

}
