package dev.grpctuning.observe;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadsCpuTests {

	@Test
	void whenAThreadComputesThenItsTimeIsCounted() {
		ThreadsCpu cpu = new ThreadsCpu();
		cpu.nanos();
		long end = System.nanoTime() + 20_000_000;
		while (System.nanoTime() < end) {
			Thread.onSpinWait();
		}
		assertThat(cpu.nanos()).isPositive();
	}

}
