package dev.grpctuning.load.engine;

import java.time.Duration;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SendLag}.
 */
class SendLagTests {

	private final SendLag lag = new SendLag(Duration.ofMillis(1), 0.25);

	@Test
	void whenNothingWasSentThenNothingIsLate() {
		Histogram second = this.lag.take();
		assertThat(this.lag.lateShare(second)).isZero();
		assertThat(this.lag.holdsUp(second)).isFalse();
	}

	@Test
	void whenACallIsAsLateAsAllowedThenItIsNotLate() {
		this.lag.record(1_000_000);
		assertThat(this.lag.lateShare(this.lag.take())).isZero();
		this.lag.record(1_001_000);
		assertThat(this.lag.lateShare(this.lag.take())).isOne();
	}

	@Test
	void whenTheShareIsAsLargeAsAllowedThenTheClientDoesNotHoldUp() {
		record(3, 1);
		assertThat(this.lag.holdsUp(this.lag.take())).isFalse();
		record(2, 1);
		Histogram second = this.lag.take();
		assertThat(this.lag.holdsUp(second)).isTrue();
		assertThat(this.lag.reason(second)).isEqualTo(
				"33.33 % of the calls were sent more than load.open.max-lag=1 ms late, above load.open.max-lag-share=0.25");
	}

	@Test
	void whenLagsBelowAMillisecondAreTooLongThenTheReasonSaysSo() {
		SendLag strict = new SendLag(Duration.ofNanos(1_500), 0);
		strict.record(2_000_000);
		assertThat(strict.reason(strict.take())).contains("load.open.max-lag=0.0015 ms late");
	}

	@Test
	void whenSecondsPassThenTheTotalHasAllOfThem() {
		record(3, 1);
		this.lag.take();
		record(1, 1);
		assertThat(this.lag.take().getTotalCount()).isEqualTo(2);
		assertThat(this.lag.total().getTotalCount()).isEqualTo(6);
		assertThat(this.lag.lateShare(this.lag.total())).isEqualTo(2.0 / 6);
	}

	@Test
	void whenALagIsLongerThanCanBeRecordedThenItIsCounted() {
		this.lag.record(Duration.ofHours(2).toNanos());
		this.lag.take();
		assertThat(this.lag.clipped()).isOne();
		assertThat(this.lag.total().getMaxValueAsDouble()).isGreaterThanOrEqualTo(3.6e9);
	}

	private void record(int inTime, int late) {
		for (int i = 0; i < inTime; i++) {
			this.lag.record(50_000);
		}
		for (int i = 0; i < late; i++) {
			this.lag.record(5_000_000);
		}
	}

}
