package dev.grpctuning.load.server.process;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CpuClockTests {

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	/** Two ticks of the time that the JVM reads. */
	private static final long TICKS = 20_000_000;

	@Test
	void whenAProcessWorksThenItsClockShowsTheCpuTimeThatItHasUsed() {
		CpuClock clock = new CpuClock(ProcessHandle.current());
		long before = SYSTEM.getProcessCpuTime();
		long now = clock.getAsLong();
		assertThat(now).isBetween(before - TICKS, SYSTEM.getProcessCpuTime() + TICKS);
	}

	@Test
	void whenAProcessWorksForAMomentThenTheClockIsFinerThanATick() {
		CpuClock clock = new CpuClock(ProcessHandle.current());
		long first = clock.getAsLong();
		long next = first;
		while (next == first) {
			next = clock.getAsLong();
		}
		assertThat(next - first).isPositive().isLessThan(TICKS / 2);
	}

}
