package dev.grpctuning;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.internal.PlatformDependent;
import org.junit.jupiter.api.Test;

import dev.grpctuning.server.Generation;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.greeting.ConstantLoad;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Swaps in a row under load, after which the process holds what it held before.
 * {@code LeakCheck} finds buffers that nobody released.
 */
class ManySwapsIT {

	private static final int CLIENTS = 4;

	private static final int SWAPS = 100;

	/** Few, as each of their buffers is tracked. */
	private static final int CALLS_PER_SECOND = 200;

	private static final long MEBIBYTE = 1 << 20;

	@Test
	void whenServerIsSwappedManyTimesThenNothingGrows() {
		assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
		try (PlainServer server = PlainServer.startMeasured("transport=auto", "executor.type=fixed",
				"executor.threads=2", "generation.max-draining=1000");
				ConstantLoad load = ConstantLoad.startWaitingForReady(server, CALLS_PER_SECOND)) {
			swap(server, load, 1, SWAPS / 2);
			WeakReference<Generation> former = new WeakReference<>(server.serving());
			Held before = Held.by(server);
			swap(server, load, SWAPS / 2 + 1, SWAPS);
			await().pollInterval(Duration.ofMillis(100)).untilAsserted(() -> {
				Held after = Held.by(server);
				assertThat(after).as("was %s", before)
					.usingRecursiveComparison()
					.ignoringFields("heap", "direct", "meters")
					.isEqualTo(before);
				// Soft references survive a collection; 200 KiB a swap would be found.
				assertThat(after.heap()).isLessThan(before.heap() + 10 * MEBIBYTE);
				// A lag that is measured while its generation ends may leave its timers.
				assertThat(after.meters()).isLessThan(before.meters() + SWAPS / 6);
				assertThat(after.direct()).isLessThan(before.direct() + MEBIBYTE);
				assertThat(former.refersTo(null)).isTrue();
			});
			load.stop();
			assertThat(load.failures()).isEmpty();
		}
	}

	private static void swap(PlainServer server, ConstantLoad load, int from, int to) {
		for (int i = from; i <= to; i++) {
			assertThat(server.change("max-concurrent-calls-per-connection=" + (100 + i)).replacement())
				.isEqualTo(GenerationChange.SWAP);
			load.awaitAllBut(0);
		}
		load.awaitAnswers(100);
	}

	/**
	 * What the process holds, memory in bytes after a collection. Of the starter's meters
	 * those of the serving generation do not count, as some come with its first
	 * measurement.
	 */
	private record Held(long heap, long direct, int threads, long files, long meters) {

		static Held by(PlainServer server) {
			await().until(() -> server.generations().living().size() == 1 && server.connections().count() == CLIENTS
					&& GrpcServerThreads.names().stream().noneMatch((name) -> name.startsWith("grpc-server-drain-")));
			System.gc();
			return new Held(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
					PlatformDependent.usedDirectMemory(), GrpcServerThreads.names().size(),
					((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
						.getOpenFileDescriptorCount(),
					metersOfOthers(server));
		}

		private static long metersOfOthers(PlainServer server) {
			String serving = String.valueOf(server.serving().number());
			return server.registry()
				.getMeters()
				.stream()
				.filter((meter) -> meter.getId().getName().startsWith("grpc.tuning."))
				.filter((meter) -> !serving.equals(meter.getId().getTag("generation")))
				.count();
		}

	}

}
