package dev.grpctuning.autoconfigure;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;

import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.internal.PlatformDependent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
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

	private static final int SWAPS = 200;

	/** Few, as each of their buffers is tracked. */
	private static final int CALLS_PER_SECOND = 200;

	private static final long MEBIBYTE = 1 << 20;

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@Test
	void whenServerIsSwappedManyTimesThenNothingGrows() {
		assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
		try (TunedApplication application = MetersIT.start("transport=auto", "executor.type=fixed",
				"executor.threads=2", "generation.max-draining=1000");
				ConstantLoad load = ConstantLoad.startWaitingForReady(application, CALLS_PER_SECOND)) {
			swap(application, load, 1, 100);
			WeakReference<Generation> hundredth = new WeakReference<>(application.serving());
			Held before = Held.by(application);
			swap(application, load, 101, SWAPS);
			await().pollInterval(Duration.ofMillis(100)).untilAsserted(() -> {
				Held after = Held.by(application);
				assertThat(after).as("was %s", before)
					.usingRecursiveComparison()
					.ignoringFields("heap", "direct", "meters")
					.isEqualTo(before);
				// Soft references survive a collection; 100 KiB a swap would be found.
				assertThat(after.heap()).isLessThan(before.heap() + 10 * MEBIBYTE);
				// A lag that is measured while its generation ends may leave its timers.
				assertThat(after.meters()).isLessThan(before.meters() + (SWAPS - 100) / 3);
				assertThat(after.direct()).isLessThan(before.direct() + MEBIBYTE);
				assertThat(hundredth.refersTo(null)).isTrue();
			});
			load.stop();
			assertThat(load.failures()).isEmpty();
		}
	}

	private static void swap(TunedApplication application, ConstantLoad load, int from, int to) {
		for (int i = from; i <= to; i++) {
			assertThat(application.change("max-concurrent-calls-per-connection=" + (100 + i)).replacement())
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

		static Held by(TunedApplication application) {
			await().until(() -> application.bean(Generations.class).living().size() == 1
					&& application.bean(OpenConnections.class).count() == CLIENTS
					&& GrpcServerThreads.names().stream().noneMatch((name) -> name.startsWith("grpc-server-drain-")));
			System.gc();
			return new Held(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
					PlatformDependent.usedDirectMemory(), GrpcServerThreads.names().size(),
					((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
						.getOpenFileDescriptorCount(),
					metersOfOthers(application));
		}

		private static long metersOfOthers(TunedApplication application) {
			String serving = String.valueOf(application.serving().number());
			return application.bean(MeterRegistry.class)
				.getMeters()
				.stream()
				.filter((meter) -> meter.getId().getName().startsWith("grpc.tuning."))
				.filter((meter) -> !serving.equals(meter.getId().getTag("generation")))
				.count();
		}

	}

}
