package dev.grpctuning.load.latency;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SendLag}. */
class SendLagTests {

	private final SendLag lag = new SendLag(Duration.ofMillis(1), 0.25);

	private final Histogram sum = SendLag.newHistogram();

	@Test
	void whenNothingWasSentThenNothingIsLate() {
		Histogram second = this.lag.take();
		assertThat(this.lag.lateShare(second)).isZero();
		assertThat(this.lag.saturates(second)).isFalse();
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
		assertThat(this.lag.saturates(this.lag.take())).isFalse();
		record(2, 1);
		Histogram second = this.lag.take();
		assertThat(this.lag.saturates(second)).isTrue();
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
	void whenLagsAreRecordedThenTheyAreMicroseconds() {
		this.lag.record(999);
		this.lag.record(1_000);
		this.lag.record(2_000_000);
		this.sum.add(this.lag.take());
		assertThat(this.sum.getTotalCount()).isEqualTo(3);
		assertThat(this.sum.getCountAtValue(0)).isOne();
		assertThat(this.sum.getCountAtValue(1)).isOne();
		assertThat(this.sum.getCountAtValue(2_000)).isOne();
		assertThat(this.lag.clipped()).isZero();
	}

	@Test
	void whenLagIsOutsideThenTheNearestValueIsRecordedAndItIsCounted() {
		this.lag.record(-5_000);
		this.lag.record(TimeUnit.HOURS.toNanos(2));
		this.sum.add(this.lag.take());
		assertThat(this.sum.getCountAtValue(0)).isOne();
		assertThat(this.sum.getCountAtValue(LatencyInterval.HIGHEST_MICROS)).isOne();
		assertThat(this.lag.clipped()).isEqualTo(2);
	}

	@Test
	void whenSeveralThreadsRecordWhileItIsDrainedThenNothingIsLost() throws Exception {
		CountDownLatch done = new CountDownLatch(4);
		IntStream.range(0, 4).forEach((thread) -> Thread.ofPlatform().daemon().start(() -> {
			for (int i = 0; i < 50_000; i++) {
				this.lag.record(i * 1_000L);
			}
			done.countDown();
		}));
		while (!done.await(1, TimeUnit.MILLISECONDS)) {
			this.sum.add(this.lag.take());
		}
		this.sum.add(this.lag.take());
		assertThat(this.sum.getTotalCount()).isEqualTo(200_000);
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
