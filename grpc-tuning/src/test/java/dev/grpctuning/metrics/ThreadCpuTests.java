package dev.grpctuning.metrics;

import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ThreadCpu}. */
class ThreadCpuTests {

	@Test
	void whenAThreadRunsThenItsTimeGrowsAndThatOfOthersDoesNotCount() {
		ThreadCpu cpu = ThreadCpu.ofCurrentThread();
		double before = cpu.cpuSeconds();
		long sum = 0;
		while (cpu.cpuSeconds() - before < 0.02) {
			sum += System.nanoTime();
		}
		assertThat(sum).isNotZero();
		assertThat(cpu.delaySeconds()).isNotNegative();
	}

	@Test
	void whenAThreadHasEndedThenItsTimeStays() throws Exception {
		FutureTask<ThreadCpu> task = new FutureTask<>(() -> {
			ThreadCpu own = ThreadCpu.ofCurrentThread();
			while (own.cpuSeconds() == 0) {
				Thread.onSpinWait();
			}
			return own;
		});
		Thread thread = new Thread(task);
		thread.start();
		thread.join();
		assertThat(task.get().cpuSeconds()).isPositive();
	}

}
