package dev.grpctuning.load.latency;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LatencyRecorder}. */
class LatencyRecorderTests {

	private final LatencyRecorder recorder = new LatencyRecorder();

	private final LatencyInterval sum = new LatencyInterval();

	@Test
	void whenCallIsRecordedThenServiceAndResponseAreKeptApart() {
		record(TimeUnit.MICROSECONDS.toNanos(20), TimeUnit.MICROSECONDS.toNanos(300));
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.service().getTotalCount()).isOne();
		assertThat(this.sum.service().getMaxValue()).isEqualTo(20);
		assertThat(this.sum.response().getTotalCount()).isOne();
		assertThat(this.sum.response().getMaxValue()).isEqualTo(300);
		assertThat(this.sum.clipped()).isZero();
	}

	/** In nanoseconds, and what is recorded in microseconds. */
	@ParameterizedTest
	@CsvSource({ "1499, 1500, 1, 2, 0", "500, 3600000000000, 1, 3600000000, 0", "499, 0, 1, 1, 2",
			"-5000000, 1000, 1, 1, 1", "1000000, 7200000000000, 1000, 3600000000, 1" })
	void whenValuesAreOutsideThenTheNearestBoundIsRecordedAndTheyAreClipped(long service, long response,
			long serviceMicros, long responseMicros, int clipped) {
		record(service, response);
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.service().getCountAtValue(serviceMicros)).isOne();
		assertThat(this.sum.response().getCountAtValue(responseMicros)).isOne();
		assertThat(this.sum.clipped()).isEqualTo(clipped);
	}

	@Test
	void whenMessagesArriveTogetherThenTheirGapIsNoneAndNothingIsClipped() {
		this.recorder.recordGap(40);
		this.recorder.recordGap(TimeUnit.MICROSECONDS.toNanos(7));
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.gaps()).isNotNull().satisfies((gaps) -> {
			assertThat(gaps.getCountAtValue(0)).isOne();
			assertThat(gaps.getCountAtValue(7)).isOne();
		});
		assertThat(this.sum.clipped()).isZero();
	}

	@Test
	void whenDrainedThenValuesAreMovedAndAdded() {
		record(100, TimeUnit.MICROSECONDS.toNanos(10));
		this.recorder.drainTo(this.sum);
		record(100, TimeUnit.MICROSECONDS.toNanos(30));
		this.recorder.drainTo(this.sum);
		this.recorder.drainTo(this.sum);
		assertThat(this.sum.service().getTotalCount()).isEqualTo(2);
		assertThat(this.sum.response().getCountAtValue(10)).isOne();
		assertThat(this.sum.response().getCountAtValue(30)).isOne();
		assertThat(this.sum.clipped()).isEqualTo(2);
	}

	@Test
	void whenValuesAreRecordedMeanwhileThenNoneIsLostOrCountedTwice() throws Exception {
		int calls = 300_000;
		Thread writer = Thread.ofPlatform().start(() -> {
			for (int i = 0; i < calls; i++) {
				record(1_000_000, 2_000_000);
			}
		});
		boolean writing;
		do {
			writing = writer.isAlive();
			LatencyInterval taken = new LatencyInterval();
			this.recorder.drainTo(taken);
			assertThat(taken.service().getTotalCount()).isEqualTo(taken.response().getTotalCount());
			this.sum.add(taken);
		}
		while (writing);
		assertThat(this.sum.service().getCountAtValue(1000)).isEqualTo(calls);
		assertThat(this.sum.response().getCountAtValue(2000)).isEqualTo(calls);
	}

	/** Records a call that was due at 0. */
	private void record(long serviceNanos, long responseNanos) {
		this.recorder.record(0, responseNanos - serviceNanos, responseNanos);
	}

}
