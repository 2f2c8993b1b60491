package dev.grpctuning.load.latency;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LagRecorder}.
 */
class LagRecorderTests {

	private final LagRecorder recorder = new LagRecorder();

	private final Histogram sum = LagRecorder.newHistogram();

	@Test
	void whenLagsAreRecordedThenTheyAreMicroseconds() {
		this.recorder.record(999);
		this.recorder.record(1_000);
		this.recorder.record(2_000_000);
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.getTotalCount()).isEqualTo(3);
		assertThat(this.sum.getCountAtValue(0)).isOne();
		assertThat(this.sum.getCountAtValue(1)).isOne();
		assertThat(this.sum.getCountAtValue(2_000)).isOne();
		assertThat(this.recorder.clipped()).isZero();
	}

	@Test
	void whenLagIsOutsideThenTheNearestValueIsRecordedAndItIsCounted() {
		this.recorder.record(-5_000);
		this.recorder.record(TimeUnit.HOURS.toNanos(2));
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.getCountAtValue(0)).isOne();
		assertThat(this.sum.getCountAtValue(LatencyInterval.HIGHEST_MICROS)).isOne();
		assertThat(this.recorder.clipped()).isEqualTo(2);
	}

	@Test
	void whenDrainedAgainThenOnlyWhatIsNewIsAdded() {
		this.recorder.record(5_000);
		this.recorder.drainTo(this.sum);
		this.recorder.record(7_000);
		this.recorder.drainTo(this.sum);
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.getTotalCount()).isEqualTo(2);
	}

	@Test
	void whenSeveralThreadsRecordWhileItIsDrainedThenNothingIsLost() throws Exception {
		CountDownLatch done = new CountDownLatch(4);
		IntStream.range(0, 4).forEach((thread) -> Thread.ofPlatform().daemon().start(() -> {
			for (int i = 0; i < 50_000; i++) {
				this.recorder.record(i * 1_000L);
			}
			done.countDown();
		}));
		while (!done.await(1, TimeUnit.MILLISECONDS)) {
			this.recorder.drainTo(this.sum);
		}
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.getTotalCount()).isEqualTo(200_000);
	}

}
