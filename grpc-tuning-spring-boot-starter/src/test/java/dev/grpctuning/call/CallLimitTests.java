package dev.grpctuning.call;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.settings.value.LimitAlgorithm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which calls are admitted, and that none is counted twice or lost.
 */
class CallLimitTests {

	private final CallLimit limit = new CallLimit();

	@Test
	void whenNothingIsSetThenCallsAreCountedAndNotRefused() {
		for (int i = 1; i <= 10_000; i++) {
			assertThat(this.limit.acquire()).isEqualTo(i);
		}
		assertThat(this.limit.state()).isEqualTo(new LimitState(null, null, 10_000, 0));
	}

	@Test
	void whenAsManyCallsAreOpenThenTheNextIsRefusedUntilOneEnds() {
		this.limit.update(2, LimitAlgorithm.FIXED);
		int first = this.limit.acquire();
		this.limit.acquire();
		assertThat(this.limit.acquire()).isEqualTo(-1);
		assertThat(this.limit.refusal()).isEqualTo("grpc.tuning.limit.concurrent-calls=2: as many calls are open");
		release(first);
		assertThat(this.limit.acquire()).isEqualTo(2);
		assertThat(this.limit.state().refused()).isOne();
	}

	@Test
	void whenLimitComesLaterThenCallsThatAreOpenCount() {
		int first = this.limit.acquire();
		this.limit.acquire();
		this.limit.update(2, LimitAlgorithm.FIXED);
		assertThat(this.limit.acquire()).isEqualTo(-1);
		release(first);
		assertThat(this.limit.acquire()).isEqualTo(2);
	}

	@Test
	void whenLimitIsTakenAwayThenNoCallIsRefused() {
		this.limit.update(1, LimitAlgorithm.FIXED);
		this.limit.acquire();
		this.limit.update(null, LimitAlgorithm.FIXED);
		assertThat(this.limit.acquire()).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "AIMD", "VEGAS", "GRADIENT2" })
	void whenAlgorithmAdaptsThenItStaysBelowTheSetNumber(LimitAlgorithm algorithm) {
		this.limit.update(50, algorithm);
		for (int i = 0; i < 10_000; i++) {
			int open = this.limit.acquire();
			if (open > 0) {
				release(open);
			}
		}
		assertThat(this.limit.state().allowed()).isBetween(1, 50);
		assertThat(this.limit.state().open()).isZero();
		assertThat(this.limit.refusal()).startsWith("grpc.tuning.limit.concurrent-calls=50: ")
			.contains("grpc.tuning.limit.algorithm=" + algorithm.propertyValue());
	}

	@Test
	void whenCallsTakeTooLongThenAimdAllowsFewer() {
		this.limit.update(100, LimitAlgorithm.AIMD);
		int[] open = new int[20];
		for (int round = 0; round < 20; round++) {
			for (int i = 0; i < open.length; i++) {
				open[i] = this.limit.acquire();
			}
			for (int admitted : open) {
				release(admitted);
			}
		}
		Integer grown = this.limit.state().allowed();
		assertThat(grown).isNotNull().isGreaterThan(20);
		this.limit.release(this.limit.acquire(), System.nanoTime(), Status.Code.DEADLINE_EXCEEDED);
		assertThat(this.limit.state().allowed()).isLessThan(grown);
	}

	@Test
	void whenSameLimitIsSetAgainThenWhatItLearnedIsKept() {
		this.limit.update(100, LimitAlgorithm.AIMD);
		for (int i = 0; i < 20; i++) {
			this.limit.acquire();
		}
		release(20);
		Integer learned = this.limit.state().allowed();
		assertThat(learned).isEqualTo(21);
		this.limit.update(100, LimitAlgorithm.AIMD);
		assertThat(this.limit.state().allowed()).isEqualTo(learned);
	}

	private void release(int open) {
		this.limit.release(open, System.nanoTime(), Status.Code.OK);
	}

}
