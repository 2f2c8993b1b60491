package dev.grpctuning.stages;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link StageSampling}. */
class StageSamplingTests {

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	private long now = -SECOND;

	private final StageSampling sampling = new StageSampling(() -> this.now);

	@Test
	void whenFewerCallsComeThanAreWantedThenAllArePicked() {
		this.sampling.perSecond(1000);
		assertThat(picked(900, 5)).isEqualTo(4500);
	}

	@Test
	void whenManyCallsComeThenAboutAsManyAsWantedArePicked() {
		this.sampling.perSecond(1000);
		picked(100_000, 1);
		assertThat(picked(100_000, 10)).isBetween(8_000, 12_000);
	}

	@Test
	void whenCallsComeInBurstsThenTheFirstOfABurstAreNotPreferred() {
		this.sampling.perSecond(1000);
		int firstHalf = 0;
		int secondHalf = 0;
		for (int burst = 0; burst < 50; burst++) {
			int first = burst(5_000);
			int second = burst(5_000);
			this.now += SECOND / 5;
			if (burst > 0) {
				firstHalf += first;
				secondHalf += second;
			}
		}
		assertThat((double) firstHalf / secondHalf).isBetween(0.8, 1.25);
		assertThat(firstHalf + secondHalf).isBetween(3_000, 30_000);
	}

	/** Calls that come at once. */
	private int burst(int calls) {
		int picked = 0;
		for (int i = 0; i < calls; i++) {
			this.now++;
			picked += this.sampling.picks() ? 1 : 0;
		}
		return picked;
	}

	/** Calls that come evenly. */
	private int picked(int callsPerSecond, int seconds) {
		int picked = 0;
		for (int i = 0; i < callsPerSecond * seconds; i++) {
			this.now += SECOND / callsPerSecond;
			picked += this.sampling.picks() ? 1 : 0;
		}
		return picked;
	}

}
