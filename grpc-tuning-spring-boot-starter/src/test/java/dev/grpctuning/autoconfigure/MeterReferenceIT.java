package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.pressure.CpuMeters;
import dev.grpctuning.testkit.LinuxFiles;
import dev.grpctuning.testkit.MeterTable;
import dev.grpctuning.testkit.ReferenceFile;

import static org.awaitility.Awaitility.await;

/** The reference of the starter's meters is that of a server with all of them. */
class MeterReferenceIT {

	@TempDir
	private Path linux;

	@Test
	void tableIsThatOfTheRegistry() throws IOException {
		try (TunedApplication application = MetersIT.start("worker-threads-min=1", "worker-threads-max=2",
				"executor.type=adaptive", "flow-control-window=1MB")) {
			application.call();
			application.change("limit.concurrent-calls=100");
			MeterRegistry registry = application.bean(MeterRegistry.class);
			await().until(() -> registry.find("grpc.tuning.eventloop.lag").timer() != null);
			new CpuMeters(new LinuxFiles(this.linux).writeAll().root()).bindTo(registry);
			ReferenceFile.checkPart("meters.md", "starter", MeterTable.of(registry, "grpc.tuning."));
		}
	}

}
