package dev.grpctuning.load.engine;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LatencyTotals}.
 */
@Timeout(30)
class LatencyTotalsTests {

	private static final Consumer<Executor> NOTHING = (executor) -> {
	};

	private static final long LONG_MILLIS = 20_000;

	private final ExecutorService first = Executors.newSingleThreadExecutor();

	private final ExecutorService second = Executors.newSingleThreadExecutor();

	private final LatencyRecorder firstRecorder = new LatencyRecorder();

	private final LatencyRecorder secondRecorder = new LatencyRecorder();

	private final LatencyTotals totals = new LatencyTotals(
			Map.of(this.first, this.firstRecorder, this.second, this.secondRecorder));

	@AfterEach
	void close() {
		this.first.shutdownNow();
		this.second.shutdownNow();
	}

	@Test
	void whenCollectedThenAllRecordersAreAddedUp() throws Exception {
		this.firstRecorder.record(5_000, 6_000);
		this.secondRecorder.record(7_000, 8_000);
		assertThat(this.totals.collect(NOTHING, LONG_MILLIS)).isTrue();
		LatencyInterval taken = this.totals.take();
		assertThat(taken.service().getMinValue()).isEqualTo(5);
		assertThat(taken.service().getMaxValue()).isEqualTo(7);
		assertThat(taken.response().getMaxValue()).isEqualTo(8);
	}

	@Test
	void whenSecondIsTakenThenItBeginsAnewAndTheTotalGrows() throws Exception {
		this.firstRecorder.record(5_000, 6_000);
		this.totals.collect(NOTHING, LONG_MILLIS);
		LatencyInterval taken = this.totals.take();
		this.firstRecorder.record(9_000, 9_000);
		this.totals.collect(NOTHING, LONG_MILLIS);
		assertThat(this.totals.take().service().getMinValue()).isEqualTo(9);
		assertThat(this.totals.take().service().getTotalCount()).isZero();
		assertThat(this.totals.total().service().getTotalCount()).isEqualTo(2);
		assertThat(taken.service().getTotalCount()).isOne();
	}

	@Test
	void whenCollectingThenEachThreadDoesItsOwnPartFirst() throws Exception {
		Collection<Executor> done = new ConcurrentLinkedQueue<>();
		this.totals.collect((executor) -> {
			done.add(executor);
			((executor == this.first) ? this.firstRecorder : this.secondRecorder).record(1_000, 1_000);
		}, LONG_MILLIS);
		assertThat(done).containsExactlyInAnyOrder(this.first, this.second);
		assertThat(this.totals.take().service().getTotalCount()).isEqualTo(2);
	}

	@Test
	void whenAThreadIsBusyThenItsLatenciesComeLaterAndAreNotLost() throws Exception {
		CountDownLatch busy = new CountDownLatch(1);
		this.first.execute(() -> {
			try {
				busy.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		this.firstRecorder.record(5_000, 6_000);
		assertThat(this.totals.collect(NOTHING, 1)).isFalse();
		busy.countDown();
		assertThat(this.totals.collect(NOTHING, LONG_MILLIS)).isTrue();
		assertThat(this.totals.take().service().getTotalCount()).isOne();
	}

	@Test
	void whenAThreadHasEndedThenTheOthersAreCollectedAllTheSame() throws Exception {
		this.first.shutdownNow();
		this.secondRecorder.record(7_000, 8_000);
		assertThat(this.totals.collect(NOTHING, LONG_MILLIS)).isTrue();
		assertThat(this.totals.take().service().getTotalCount()).isOne();
	}

}
