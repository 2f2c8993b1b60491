package dev.grpctuning.transport;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.Transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Event loops whose number depends on their utilization. */
class EventLoopsTests {

	@Test
	void whenALoopOfIoUringIsIdleThenItIsStoppedUntilItIsNeeded() throws Exception {
		Assumptions.assumeTrue(new NettyTransportAvailability().unavailabilityReason(Transport.IO_URING) == null);
		EventLoops loops = EventLoops.create(new Settings(
				Map.of(Knobs.TRANSPORT, Transport.IO_URING, Knobs.WORKER_THREADS_MIN, 1, Knobs.WORKER_THREADS_MAX, 2)),
				false, UnaryOperator.identity());
		try {
			EventLoopGroup workers = loops.workers();
			for (EventExecutor loop : workers) {
				loop.submit(() -> "started").get(60, TimeUnit.SECONDS);
			}
			await().until(() -> suspended(workers) == 1);
			for (EventExecutor loop : workers) {
				String thread = loop.submit(() -> Thread.currentThread().getName()).get(60, TimeUnit.SECONDS);
				assertThat(thread).startsWith("grpc-server-worker-");
				assertThat(loop.schedule(() -> "late", 20, TimeUnit.MILLISECONDS).get(60, TimeUnit.SECONDS))
					.isEqualTo("late");
			}
		}
		finally {
			assertThat(loops.close(Duration.ofSeconds(60))).isTrue();
		}
	}

	private static int suspended(EventLoopGroup group) {
		int count = 0;
		for (EventExecutor loop : group) {
			count += loop.isSuspended() ? 1 : 0;
		}
		return count;
	}

}
