package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tasks that fail. */
class CallExecutorTests {

	private final AtomicInteger outOfMemory = new AtomicInteger();

	private final ExecutorFigures figures = new ExecutorFigures();

	private final CallExecutor executor = new CallExecutor("main",
			ExecutorSettings.of(ExecutorType.CACHED, null, null, null), new InThisThread(), this.figures,
			TaskTimings.NONE, Runnable::run, this.outOfMemory::incrementAndGet);

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
	void whenATaskFailsOtherwiseThenNothingIsReported() {
		Executor tasks = this.executor.accept(false, null);
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> tasks.execute(() -> {
			throw new IllegalStateException("a handler's own");
		}));
		assertThat(this.outOfMemory).hasValue(0);
		assertThat(this.figures.active()).isZero();
	}

	private static final class InThisThread implements HandlerExecutor {

		@Override
		public Executor executor() {
			return Runnable::run;
		}

		@Override
		public boolean close(Duration grace) {
			return true;
		}

	}

}
