package dev.grpctuning.pressure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.pressure.LinuxCpu.State;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LinuxCpu} and its meters. */
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
		assertThat(cpu.machineSeconds(State.IDLE)).isEqualTo(1056.43);
		assertThat(cpu.machineSeconds(State.STEAL)).isEqualTo(2.26);
		assertThat(cpu.machineSeconds(State.BUSY)).isEqualTo(2705.24);
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
	void whenTheGroupIsOfTheSecondVersionThenItsQuotaIsFoundInItOrAbove() throws IOException {
		new LinuxFiles(this.root).write("proc/self/cgroup", "0::/pod/app\n")
			.write("sys/fs/cgroup/pod/cpu.stat", "usage_usec 9\nnr_periods 7\nnr_throttled 3\nthrottled_usec 8\n");
		LinuxCpu cpu = new LinuxCpu(this.root);
		assertThat(cpu.quotaPeriods()).isEqualTo(7);
		assertThat(cpu.throttledPeriods()).isEqualTo(3);
	}

	@Test
	void whenAContainerSeesOnlyItsOwnGroupThenThatIsRead() throws IOException {
		new LinuxFiles(this.root).write("proc/self/cgroup", "5:cpu,cpuacct:/docker/0123\n")
			.write("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 8\n");
		assertThat(new LinuxCpu(this.root).throttledPeriods()).isEqualTo(3);
	}

	@Test
	void whenThereIsNoLinuxThenThereAreNoMeters() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		new CpuMeters(registry, this.root);
		assertThat(registry.getMeters()).isEmpty();
	}

	@Test
	void whenSomeFilesAreMissingThenTheOtherMetersAreThere() throws IOException {
		new LinuxFiles(this.root).writeAll();
		Files.delete(this.root.resolve("proc/pressure/cpu"));
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		new CpuMeters(registry, this.root);
		Set<String> names = registry.getMeters()
			.stream()
			.map(Meter::getId)
			.map(Meter.Id::getName)
			.collect(Collectors.toSet());
		assertThat(names).containsExactlyInAnyOrder("grpc.tuning.cpu.delay", "grpc.tuning.cpu.quota.periods",
				"grpc.tuning.cpu.quota.throttled", "grpc.tuning.cpu.machine");
		assertThat(registry.get("grpc.tuning.cpu.machine").tag("state", "idle").functionCounter().count())
			.isEqualTo(1056.43);
	}

}
