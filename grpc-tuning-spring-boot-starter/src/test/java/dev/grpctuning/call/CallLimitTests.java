package dev.grpctuning.call;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.settings.value.LimitAlgorithm;

import static org.assertj.core.api.Assertions.assertThat;

/** Which calls are admitted, and that none is counted twice or lost. */
class CallLimitTests {

	private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

	private final CallLimit limit = new CallLimit();

	@Test
	void whenNothingIsSetThenCallsAreCountedAndNotRefused() {
		for (int i = 1; i <= 10_000; i++) {
			assertThat(this.limit.acquire(1)).isEqualTo(i);
		}
		assertThat(this.limit.open()).isEqualTo(10_000);
		assertThat(this.limit.allowed()).isNull();
	}

	@Test
	void whenAsManyCallsAreOpenThenTheNextIsRefusedUntilOneEnds() {
		this.limit.update(2, LimitAlgorithm.FIXED);
		this.limit.acquire(1);
		this.limit.acquire(1);
		assertThat(this.limit.acquire(1)).isEqualTo(CallLimit.FULL);
		this.limit.release();
		assertThat(this.limit.acquire(1)).isEqualTo(2);
	}

	@Test
	void whenCallsMayTakeAPartOfTheLimitThenTheOthersGetTheRest() {
		this.limit.update(10, LimitAlgorithm.FIXED);
		for (int i = 1; i <= 7; i++) {
			assertThat(this.limit.acquire(0.7)).isEqualTo(i);
		}
		assertThat(this.limit.acquire(0.7)).isEqualTo(CallLimit.SHARE_TAKEN);
		assertThat(this.limit.acquire(0.9)).isEqualTo(8);
		assertThat(this.limit.acquire(0.9)).isEqualTo(9);
		assertThat(this.limit.acquire(0.9)).isEqualTo(CallLimit.SHARE_TAKEN);
		assertThat(this.limit.acquire(1)).isEqualTo(10);
		assertThat(this.limit.acquire(1)).isEqualTo(CallLimit.FULL);
	}

	/** Counting first and looking then would refuse calls for which there is a place. */
	@Test
	void whenManyThreadsWantThePlacesThenAllPlacesAreTaken() throws InterruptedException {
		for (int round = 0; round < 200; round++) {
			CallLimit few = new CallLimit();
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
	void whenLimitComesLaterThenCallsThatAreOpenCount() {
		this.limit.acquire(1);
		this.limit.acquire(1);
		this.limit.update(2, LimitAlgorithm.FIXED);
		assertThat(this.limit.acquire(1)).isEqualTo(CallLimit.FULL);
		this.limit.release();
		assertThat(this.limit.acquire(1)).isEqualTo(2);
	}

	@Test
	void whenLimitIsTakenAwayThenNoCallIsRefused() {
		this.limit.update(1, LimitAlgorithm.FIXED);
		this.limit.acquire(1);
		this.limit.update(null, LimitAlgorithm.FIXED);
		assertThat(this.limit.acquire(1)).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "AIMD", "VEGAS", "GRADIENT2" })
	void whenCallsGetSlowerThenAnAlgorithmStaysBetweenItsLeastAndTheSetNumber(LimitAlgorithm algorithm) {
		this.limit.update(50, algorithm);
		for (int i = 0; i < 10_000; i++) {
			int open = this.limit.acquire(1);
			if (open > 0) {
				this.limit.release();
				this.limit.sample(open, i * MILLISECOND, (1 + i / 10) * MILLISECOND, i % 2 == 0);
			}
		}
		assertThat(this.limit.allowed()).isBetween(20, 50);
		assertThat(this.limit.open()).isZero();
	}

	@Test
	void whenCallsEndForOverloadThenAimdAllowsFewer() {
		this.limit.update(100, LimitAlgorithm.AIMD);
		for (int i = 0; i < 20; i++) {
			this.limit.sample(20 + i, 0, MILLISECOND, false);
		}
		Integer grown = this.limit.allowed();
		assertThat(grown).isNotNull().isGreaterThan(20);
		this.limit.sample(40, 0, MILLISECOND, true);
		assertThat(this.limit.allowed()).isLessThan(grown);
	}

	@Test
	void whenCallsAreSlowByNatureThenAimdAllowsMore() {
		this.limit.update(100, LimitAlgorithm.AIMD);
		for (int i = 0; i < 20; i++) {
			this.limit.sample(20 + i, 0, TimeUnit.SECONDS.toNanos(30), false);
		}
		assertThat(this.limit.allowed()).isGreaterThan(20);
	}

	@Test
	void whenSameLimitIsSetAgainThenWhatItLearnedIsKept() {
		this.limit.update(100, LimitAlgorithm.AIMD);
		this.limit.sample(20, 0, MILLISECOND, false);
		Integer learned = this.limit.allowed();
		assertThat(learned).isEqualTo(21);
		this.limit.update(100, LimitAlgorithm.AIMD);
		assertThat(this.limit.allowed()).isEqualTo(learned);
	}

}
