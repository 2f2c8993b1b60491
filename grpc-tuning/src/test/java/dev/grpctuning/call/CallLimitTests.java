package dev.grpctuning.call;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.value.LimitAlgorithm;

import static org.assertj.core.api.Assertions.assertThat;

/** Which calls are admitted, and that none is counted twice or lost. */
class CallLimitTests {

	private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

	private final AtomicLong now = new AtomicLong();

	private final CallLimit limit = new CallLimit(this.now::get);

	/** Counting first and looking then would refuse calls for which there is a place. */
	@Test
	void whenManyThreadsWantThePlacesThenAllPlacesAreTaken() throws InterruptedException {
		for (int round = 0; round < 200; round++) {
			CallLimit few = new CallLimit(this.now::get);
			few.update(4, LimitAlgorithm.FIXED);
			Thread[] threads = new Thread[8];
			for (int i = 0; i < threads.length; i++) {
				threads[i] = new Thread(() -> few.acquire(1));
			}
			for (Thread thread : threads) {
				thread.start();
			}
			for (Thread thread : threads) {
				thread.join();
			}
			assertThat(few.open()).isEqualTo(4);
		}
	}

	@Test
	void whenSameLimitIsSetAgainThenWhatItLearnedIsKept() {
		this.limit.update(2000, LimitAlgorithm.THROUGHPUT);
		Integer first = this.limit.allowed();
		answerAtOnce(100_000);
		Integer learned = this.limit.allowed();
		assertThat(learned).isNotEqualTo(first);
		this.limit.update(2000, LimitAlgorithm.THROUGHPUT);
		assertThat(this.limit.allowed()).isEqualTo(learned);
		this.limit.update(1000, LimitAlgorithm.THROUGHPUT);
		assertThat(this.limit.allowed()).isEqualTo(first);
	}

	/** Under overload, one call after the other ends and leaves its place to the next. */
	private void answerAtOnce(int calls) {
		for (int i = 0; i < calls; i++) {
			while (this.limit.acquire(1) > 0) {
				this.now.addAndGet(MILLISECOND);
			}
			this.limit.release(true);
		}
	}

}
