package dev.grpctuning.transport;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests for {@link EventLoopProbe}. */
class EventLoopProbeTests {

	private static final Duration INTERVAL = Duration.ofMillis(10);

	@Test
	void whenALoopIsBlockedThenTheTasksDueMeanwhileAreLateToo() {
		List<Long> lags = new CopyOnWriteArrayList<>();
		CountDownLatch release = new CountDownLatch(1);
		DefaultEventLoop loop = new DefaultEventLoop();
		EventLoopProbe probe = new EventLoopProbe(INTERVAL, () -> List.of(loop), (each, nanos) -> lags.add(nanos));
		probe.start();
		try {
			await().until(() -> !lags.isEmpty());
			long blockedAt = System.nanoTime();
			loop.execute(() -> hold(release));
			await().until(() -> System.nanoTime() - blockedAt > 50 * INTERVAL.toNanos());
			lags.clear();
			release.countDown();
			await().until(() -> lags.size() > 30);
			long longest = lags.get(0);
			assertThat(longest).isGreaterThan(30 * INTERVAL.toNanos());
			assertThat(List.copyOf(lags).subList(0, 20))
				.isEqualTo(LongStream.range(0, 20).mapToObj((due) -> longest - due * INTERVAL.toNanos()).toList());
		}
		finally {
			release.countDown();
			probe.close();
			loop.shutdownGracefully();
		}
	}

	@Test
	void whenTheLoopsCannotBeListedThenTheyAreTheNextTime() {
		AtomicInteger failures = new AtomicInteger(3);
		DefaultEventLoop loop = new DefaultEventLoop();
		awaitLag(loop, () -> {
			if (failures.getAndDecrement() > 0) {
				throw new InternalError("Java heap space");
			}
			return List.of(loop);
		});
	}

	private static void awaitLag(EventLoop loop, Supplier<Collection<EventLoop>> loops) {
		List<Long> lags = new CopyOnWriteArrayList<>();
		EventLoopProbe probe = new EventLoopProbe(INTERVAL, loops, (each, nanos) -> lags.add(nanos));
		probe.start();
		try {
			await().until(() -> !lags.isEmpty());
		}
		finally {
			probe.close();
			loop.shutdownGracefully();
		}
	}

	/**
	 * The mean over a moment by chance: a second of ten costs half a second in a tenth.
	 */
	@Test
	void whenALoopIsBlockedForASecondOfTenThenItsMeanLagIsThatOfTasksAtAnyTime() {
		double sum = 0;
		int tasks = 0;
		for (long phase = 0; phase < 200; phase += 10) {
			long due = phase;
			while (due < 10_000) {
				long late = Math.max(0, 1000 - due);
				long[] lags = EventLoopProbe.lags(late, 200).toArray();
				sum += LongStream.of(lags).sum();
				tasks += lags.length;
				// The next is handed over only after this one has run.
				due += 200 * Math.max(1, (late + 199) / 200);
			}
		}
		assertThat(sum / tasks).isBetween(47.0, 53.0);
	}

	private static void hold(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
