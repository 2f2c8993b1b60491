package dev.grpctuning.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.LinuxFiles;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LinuxCpu}. */
class LinuxCpuTests {

	@TempDir
	private Path root;

	@Test
	void whenLinuxCountsThenTheFiguresAreItsOwn() throws IOException {
		LinuxCpu cpu = new LinuxCpu(new LinuxFiles(this.root).writeAll().root());
		assertThat(cpu.pressureSeconds()).isEqualTo(1061.702164);
		assertThat(cpu.delaySeconds()).isEqualTo(1.75);
		assertThat(cpu.quotaPeriods()).isEqualTo(40);
		assertThat(cpu.throttledPeriods()).isEqualTo(10);
		assertThat(cpu.machine()).isEqualTo(new LinuxCpu.Machine(2705.24, 2.26, 1056.43));
	}

	@Test
	void whenThreadsEndThenTheirDelayStays() throws IOException {
		LinuxFiles files = new LinuxFiles(this.root).writeAll();
		LinuxCpu cpu = new LinuxCpu(this.root);
		assertThat(cpu.delaySeconds()).isEqualTo(1.75);
		Files.delete(this.root.resolve("proc/self/task/10/schedstat"));
		files.write("proc/self/task/11/schedstat", "1 300000000 2\n");
		assertThat(cpu.delaySeconds()).isEqualTo(1.8);
		files.write("proc/self/task/10/schedstat", "1 100000000 1\n");
		assertThat(cpu.delaySeconds()).as("another thread with the number of an ended one").isEqualTo(1.9);
		assertThat(cpu.delaySeconds()).isEqualTo(1.9);
	}

	@Test
	void whenThereAreMoreThreadsThanAreReadThenOnesSeenLaterCountFromThereOn() throws IOException {
		LinuxFiles files = new LinuxFiles(this.root);
		for (int thread = 1; thread <= 1500; thread++) {
			files.write("proc/self/task/" + thread + "/schedstat", "1 1000000000 1\n");
		}
		LinuxCpu cpu = new LinuxCpu(this.root);
		assertThat(cpu.delaySeconds()).isEqualTo(1000);
		for (int thread = 1; thread <= 1500; thread += 2) {
			Files.delete(this.root.resolve("proc/self/task/" + thread + "/schedstat"));
			Files.delete(this.root.resolve("proc/self/task/" + thread));
		}
		assertThat(cpu.delaySeconds()).isEqualTo(1000);
		files.write("proc/self/task/2/schedstat", "1 1500000000 2\n");
		files.write("proc/self/task/1501/schedstat", "1 250000000 1\n");
		assertThat(cpu.delaySeconds()).isEqualTo(1000.75);
	}

	@Test
	void whenTheGroupIsOfTheSecondVersionThenItsQuotaIsFoundInItOrAbove() throws IOException {
		new LinuxFiles(this.root).write("proc/self/cgroup", "0::/pod/app\n")
			.write("sys/fs/cgroup/pod/cpu.stat", "usage_usec 9\nnr_periods 7\nnr_throttled 3\nthrottled_usec 8\n");
		LinuxCpu cpu = new LinuxCpu(this.root);
		assertThat(cpu.quotaPeriods()).isEqualTo(7);
		assertThat(cpu.throttledPeriods()).isEqualTo(3);
	}

	@Test
	void whenThereIsNoLinuxThenNothingIsKnown() {
		LinuxCpu cpu = new LinuxCpu(this.root);
		assertThat(cpu.machine()).isNull();
		assertThat(cpu.delaySeconds()).isNull();
		assertThat(cpu.pressureSeconds()).isNull();
		assertThat(cpu.quotaPeriods()).isNull();
	}

	@Test
	void whenAContainerSeesOnlyItsOwnGroupThenThatIsRead() throws IOException {
		new LinuxFiles(this.root).write("proc/self/cgroup", "5:cpu,cpuacct:/docker/0123\n")
			.write("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 8\n");
		assertThat(new LinuxCpu(this.root).throttledPeriods()).isEqualTo(3);
	}

}
