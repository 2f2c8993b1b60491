package dev.grpctuning.load.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Dashboards;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Dashboards and rules name only what the services export and the documentation tells.
 */
@StartsApplications
@Timeout(600)
class DashboardMetricsIT {

	private static final Pattern DOCUMENTED = Pattern.compile("^\\| `([a-z.]+)` \\|", Pattern.MULTILINE);

	/** What Prometheus adds to the name of a meter: its unit and its kind. */
	private static final String SUFFIXES = "(_seconds|_bytes|_ns|_threads|_classes|_percent)?(_total|_bucket|_count|_sum|_max)?";

	@TempDir
	private Path folder;

	@Test
	void whenMetricIsNamedThenItIsExported() throws Exception {
		try (AppProcess service = AppProcess.service(this.folder, "--grpc.server.port=0", "--server.port=0",
				"--spring.security.user.password=secret", "--hello.work.allocation=8MB")) {
			service.awaitOut("Started HelloServiceApplication");
			Http serviceHttp = service.http();
			// Some meters are there only after a change.
			serviceHttp.as("secret").post("/actuator/grpctuning", "{\"limitConcurrentCalls\":1000}").expect(200);
			try (AppProcess client = AppProcess.client(this.folder, "drive", "--server.port=0",
					"--load.target=127.0.0.1:" + service.grpcPort(), "--load.open.rate=50")) {
				Http clientHttp = client.http();
				// Garbage collection has meters only after its first pause.
				await().atMost(Duration.ofMinutes(4)).untilAsserted(() -> {
					Set<String> exported = Dashboards.exported(serviceHttp);
					exported.addAll(Dashboards.exported(clientHttp));
					assertThat(Dashboards.unknown((name) -> !exported.contains(name))).isEmpty();
				});
			}
		}
	}

	@Test
	void whenMetricIsNamedThenItIsDocumented() {
		List<Pattern> documented = Stream.of("docs/metrics.md", "docs/reference/meters.md")
			.flatMap((file) -> DOCUMENTED.matcher(Dashboards.text(Dashboards.ROOT.resolve(file))).results())
			.map((match) -> Pattern.compile(match.group(1).replace('.', '_') + SUFFIXES))
			.toList();
		assertThat(
				Dashboards.unknown((name) -> documented.stream().noneMatch((meter) -> meter.matcher(name).matches())))
			.isEmpty();
	}

}
