package dev.grpctuning.load.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.serve.Dashboards.Query;
import dev.grpctuning.testkit.AppProcess;
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

	private static final Pattern SAMPLE = Pattern.compile("^[a-zA-Z_]\\w*", Pattern.MULTILINE);

	private static final Pattern DOCUMENTED = Pattern.compile("^\\| `([a-z.]+)` \\|", Pattern.MULTILINE);

	/** What Prometheus adds to the name of a meter: its unit and its kind. */
	private static final String SUFFIXES = "(_seconds|_bytes|_ns|_threads|_classes)?(_total|_bucket|_count|_sum|_max)?";

	/** Prometheus' own. */
	private static final Set<String> OWN = Set.of("up", "ALERTS");

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
					Set<String> exported = names(SAMPLE, read(serviceHttp) + "\n" + read(clientHttp));
					assertThat(unknown((name) -> !exported.contains(name))).isEmpty();
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
		assertThat(unknown((name) -> documented.stream().noneMatch((meter) -> meter.matcher(name).matches())))
			.isEmpty();
	}

	/** Metrics of which something is not known, and where they are asked for. */
	private static Map<String, Set<String>> unknown(Predicate<String> isUnknown) {
		Set<String> recorded = Dashboards.rules()
			.stream()
			.map((rule) -> String.valueOf(rule.get("record")))
			.collect(Collectors.toSet());
		Map<String, Set<String>> unknown = new TreeMap<>();
		for (Query query : Dashboards.queries()) {
			query.metrics()
				.stream()
				.filter((name) -> !OWN.contains(name) && !recorded.contains(name) && isUnknown.test(name))
				.forEach((name) -> unknown.computeIfAbsent(name, (key) -> new TreeSet<>()).add(query.where()));
		}
		return unknown;
	}

	private static Set<String> names(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((match) -> match.group()).collect(Collectors.toSet());
	}

	private static String read(Http http) {
		return http.get("/actuator/prometheus").expect(200).body();
	}

}
