package dev.grpctuning.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.LinuxFiles;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link CpuMeters}. */
class CpuMetersTests {

	@TempDir
	private Path root;

	@Test
	void whenThereIsNoLinuxThenThereAreNoMeters() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		CpuMeters meters = new CpuMeters(this.root);
		meters.bindTo(registry);
		assertThat(registry.getMeters()).isEmpty();
	}

	@Test
	void whenSomeFilesAreMissingThenTheOtherMetersAreThere() throws IOException {
		new LinuxFiles(this.root).writeAll();
		Files.delete(this.root.resolve("proc/pressure/cpu"));
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		CpuMeters meters = new CpuMeters(this.root);
		meters.bindTo(registry);
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
