package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Slice;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SlicedLoadTests extends AbstractLoadRunTests {

	private static final Duration DISCARDED = Duration.ofMillis(10);

	private static final Duration COUNTED = Duration.ofMillis(200);

	@Test
	void whenASliceEndsThenNoCallIsOpenAndTheNextBeginsFromNothing() throws Exception {
		use(2, FakeChannels.answering());
		SlicedLoad load = closed(3);
		load.drive(DISCARDED, COUNTED, 0, () -> 0);
		for (int i = 1; i < 6; i++) {
			Slice slice = load.drive(DISCARDED, COUNTED, i, () -> 0);
			assertThat(this.channels.held()).isEmpty();
			assertThat(slice.unfinished()).isZero();
			assertThat(slice.answered()).isPositive().isLessThanOrEqualTo(slice.ended());
			assertThat(slice.ended() - slice.answered()).isLessThanOrEqualTo(6);
			assertThat(slice.seconds()).isPositive();
			assertThat(slice.latencies().response().getTotalCount()).isPositive();
		}
	}

	@Test
	void whenCallsArriveAtARateThenThoseOfTheTimeThatCountsAreCounted() throws Exception {
		LoadModel model = open(2000);
		SlicedLoad load = new SlicedLoad(plan(model), this.channels);
		load.drive(DISCARDED, COUNTED, 0, () -> 0);
		Slice slice = load.drive(Duration.ofMillis(50), Duration.ofMillis(400), 1, () -> 0);
		assertThat(slice.ended()).isBetween(500L, 900L);
	}

	@Test
	void whenTheServerUsesCpuThenItIsReadWhenCountingBeginsAndWhenAllCallsHaveEnded() throws Exception {
		AtomicLong reads = new AtomicLong();
		long before = System.nanoTime();
		Slice slice = closed(1).drive(DISCARDED, COUNTED, 1, () -> 100 * reads.incrementAndGet());
		assertThat(reads).hasValue(2);
		assertThat(slice.beginNanos()).isBetween(before, slice.endNanos());
		assertThat(slice.endNanos()).isLessThanOrEqualTo(System.nanoTime());
		assertThat(slice.serverCpuNanos()).isEqualTo(100);
	}

	@Test
	void whenCallsFailThenTheyAreCountedButNotAsAnswered() throws Exception {
		use(1, FakeChannels.failing(Status.INTERNAL));
		SlicedLoad load = closed(1);
		// Classes are loaded in the first slice.
		load.drive(DISCARDED, COUNTED, 1, () -> 0);
		Slice slice = load.drive(DISCARDED, COUNTED, 2, () -> 0);
		assertThat(slice.failed()).isPositive();
		assertThat(slice.ended()).isZero();
	}

	@Test
	void whenItIsStoppedThenThisSliceEndsAndNoOtherBegins() throws Exception {
		CountDownLatch called = new CountDownLatch(1);
		use(1, (call) -> called.countDown());
		SlicedLoad load = closed(1);
		Thread stopper = Thread.startVirtualThread(() -> {
			try {
				called.await(10, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			load.stop(StopReason.INTERRUPTED);
		});
		assertThat(load.drive(DISCARDED, Duration.ofMinutes(2), 1, () -> 0).unfinished()).isEqualTo(1);
		assertThat(load.drive(DISCARDED, Duration.ofMinutes(2), 2, () -> 0).ended()).isZero();
		stopper.join();
	}

	@Test
	void whenALoadChangesWithTimeThenItCannotBeSliced() {
		LoadModel bursts = bursts(2, 5);
		assertThat(SlicedLoad.canDrive(bursts)).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> new SlicedLoad(plan(bursts), this.channels))
			.withMessageEndingWith("(expected: one of a constant load)");
	}

	private static LoadModel open(double callsPerSecond) {
		return new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(callsPerSecond), Arrivals.CONSTANT, 7, Shard.ALL), LONG, 1,
				Warmup.NONE, LONG);
	}

	private SlicedLoad closed(int calls) {
		return new SlicedLoad(
				plan(new LoadModel.Closed(new Concurrency.Constant(calls), Warmup.NONE, Duration.ofSeconds(1))),
				this.channels);
	}

}
