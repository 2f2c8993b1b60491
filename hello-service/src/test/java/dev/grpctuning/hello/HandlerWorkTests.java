package dev.grpctuning.hello;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What each kind of work costs. */
class HandlerWorkTests {

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	@Test
	void whenNothingIsSetThenNothingIsDone() {
		HandlerWork work = new HandlerWork(new HelloProperties.Work(null, null, null, null, Duration.ZERO));
		work.perform();
		long before = this.threads.getCurrentThreadAllocatedBytes();
		work.perform();
		assertThat(this.threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
	}

	@Test
	void delayBlocksWithoutUsingTheProcessor() {
		long cpuBefore = this.threads.getCurrentThreadCpuTime();
		long start = System.nanoTime();
		new HandlerWork(new HelloProperties.Work(Duration.ofMillis(200), null, null, null, Duration.ZERO)).perform();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
		assertThat(Duration.ofNanos(this.threads.getCurrentThreadCpuTime() - cpuBefore))
			.isLessThan(Duration.ofMillis(100));
	}

	@Test
	void shortDelayIsNotSleptAway() throws IOException {
		HandlerWork work = new HandlerWork(
				new HelloProperties.Work(Duration.ofNanos(10_000), null, null, null, Duration.ZERO));
		long waitsBefore = waits();
		long shortest = LongStream.range(0, 1000).map((i) -> {
			long start = System.nanoTime();
			work.perform();
			return System.nanoTime() - start;
		}).min().orElseThrow();
		assertThat(shortest).isGreaterThanOrEqualTo(10_000);
		// The JVM may let the thread wait now and then.
		assertThat(waits() - waitsBefore).isLessThan(500);
	}

	/** How often this thread has given its processor away. */
	private static long waits() throws IOException {
		try (Stream<String> lines = Files.lines(Path.of("/proc/thread-self/status"))) {
			return lines.filter((line) -> line.startsWith("voluntary_ctxt_switches:"))
				.mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")))
				.sum();
		}
	}

	@Test
	void cpuTakesItsTime() {
		HandlerWork work = new HandlerWork(
				new HelloProperties.Work(null, Duration.ofMillis(200), null, null, Duration.ZERO));
		long start = System.nanoTime();
		work.perform();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
		// Other processes may have the rest, and all of it once in a while.
		assertThat(LongStream.range(0, 10)
			.map((i) -> cpuNanos(work))
			.anyMatch((nanos) -> nanos > Duration.ofMillis(2).toNanos())).isTrue();
	}

	private long cpuNanos(HandlerWork work) {
		long before = this.threads.getCurrentThreadCpuTime();
		work.perform();
		return this.threads.getCurrentThreadCpuTime() - before;
	}

	@Test
	void allocationLeavesThatMuchGarbage() {
		HandlerWork work = new HandlerWork(
				new HelloProperties.Work(null, null, DataSize.ofMegabytes(3), null, Duration.ZERO));
		long before = this.threads.getCurrentThreadAllocatedBytes();
		work.perform();
		assertThat(this.threads.getCurrentThreadAllocatedBytes() - before).isBetween(3L << 20, 4L << 20);
	}

	@Test
	void whenInterruptedThenTheCallerIsToldThatTheServerEnds() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(StatusRuntimeException.class)
			.isThrownBy(() -> new HandlerWork(
					new HelloProperties.Work(Duration.ofHours(1), null, null, null, Duration.ZERO))
				.perform())
			.withMessageStartingWith("UNAVAILABLE");
		assertThat(Thread.interrupted()).isTrue();
	}

}
