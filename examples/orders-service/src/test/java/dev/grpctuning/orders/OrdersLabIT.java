package dev.grpctuning.orders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.ServerCertificate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Measures orders-service with the load client, as you measure your own service. The
 * database is so slow that any machine can answer the calls.
 */
@Timeout(900)
class OrdersLabIT {

	private static final Path EXPERIMENT = Path.of("experiments", "executors.yml").toAbsolutePath();

	private static final List<String> SERVICE = List.of(
			"--experiment.server.jar=" + Path.of("target", "orders-service.jar").toAbsolutePath(),
			"--experiment.server.java-home=" + System.getProperty("java.home"),
			"--experiment.server.properties.orders.database.round-trip=20ms",
			"--experiment.server.properties.spring.datasource.hikari.connection-timeout=60000");

	private static final String JVM = "--experiment.server.jvm-options=-Xmx128m,-XX:TieredStopAtLevel=1";

	/**
	 * The server starts as Spring has processed it ahead of time, as in a native image.
	 */
	private static final List<String> SEARCH = List.of(JVM + ",-Dspring.aot.enabled=true", "--call",
			"shop.v1.OrderService/GetOrder", "--data", "{\"id\": 1}", "--slo=p50 < 200ms", "--load.open.max-lag=1s",
			"--search.warmup=2s", "--search.settle=100ms", "--search.trial=500ms", "--search.trials=5");

	/** Other work on the machine may hide what the service can answer. */
	private static final int ATTEMPTS = 3;

	@TempDir
	private Path folder;

	@Test
	void whenExecutorsAreComparedThenARunningServiceBecomesEachAlsoWithAnActuatorOnAPortOfItsOwn() throws Exception {
		Path results = lab("compare",
				List.of(JVM, "--experiment=" + EXPERIMENT, "--experiment.repeat=1", "--experiment.control=false",
						"--experiment.server.settle=0s", "--load.warmup=300ms", "--load.duration=3s",
						"--experiment.server.properties.management.server.port=8081"),
				https());
		List<JsonObject> variants = Results.objects(Results.result(results), "variants");
		assertThat(variants).extracting((variant) -> variant.get("name").getAsString())
			.containsExactly("as-it-is", "fork-join", "fixed-10", "virtual");
		assertThat(variants).extracting(OrdersLabIT::executor)
			.containsExactly("cached", "fork-join", "fixed", "virtual");
		assertThat(variants).allSatisfy((variant) -> {
			assertThat(variant.get("ended").getAsString()).isEqualTo("completed");
			JsonObject run = run(variant);
			assertThat(run.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong()).isPositive();
			assertThat(run.getAsJsonObject("load").getAsJsonObject("counts").getAsJsonObject("failed").size()).isZero();
			assertThat(run.getAsJsonObject("load")
				.getAsJsonObject("latencyMicros")
				.getAsJsonObject("service")
				.get("min")
				.getAsLong()).isGreaterThanOrEqualTo(20_000);
			assertThat(run.getAsJsonObject("server").get("peakThreads").getAsInt()).isPositive();
			assertThat(
					run.getAsJsonObject("diagnosis").getAsJsonObject("meanLatency").get("handlerMicros").getAsDouble())
				.isGreaterThan(19_000);
		});
		assertThat(results).isDirectoryContaining("glob:**/server").isDirectoryNotContaining("glob:**/server-2");
	}

	@Test
	void whenTheKneeIsSearchedThenTheServiceIsStartedAndItsKneeFound() throws Exception {
		Path results;
		double knee;
		int attempt = 0;
		do {
			attempt++;
			results = lab("knee", SEARCH, List.of("--search.start=20", "--search.highest=40", "--search.precision=0.5"),
					https());
			JsonObject configured = Results.objects(Results.result(results), "variants").get(0);
			knee = configured.getAsJsonObject("knee").get("callsPerSecond").getAsDouble();
		}
		while (attempt < ATTEMPTS && knee != 40);
		assertThat(knee).isEqualTo(40);
		try (Stream<Path> files = Files.walk(results)) {
			assertThat(files.filter((file) -> file.endsWith("server.out")))
				.allSatisfy((log) -> assertThat(log).content().contains("Starting AOT-processed OrdersApplication"))
				.isNotEmpty();
		}
	}

	/** The actuator speaks HTTPS, with a certificate that nobody knows. */
	private static List<String> https() {
		ServerCertificate certificate = ServerCertificate.create();
		return List.of("--experiment.server.properties.server.ssl.certificate=" + certificate.chain(),
				"--experiment.server.properties.server.ssl.certificate-private-key=" + certificate.key());
	}

	@SafeVarargs
	private Path lab(String command, List<String>... arguments) throws IOException, InterruptedException {
		List<String> all = new ArrayList<>(List.of(command));
		all.addAll(SERVICE);
		for (List<String> some : arguments) {
			all.addAll(some);
		}
		try (AppProcess lab = AppProcess.client(Files.createTempDirectory(this.folder, command),
				all.toArray(String[]::new))) {
			int exitCode = lab.exitCode();
			assertThat(exitCode).as(() -> errors(lab)).isZero();
			return lab.results();
		}
	}

	private static String errors(AppProcess lab) {
		try {
			return String.join("\n", lab.errLines());
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	private static JsonObject run(JsonObject variant) {
		return Results.objects(variant, "runs").get(0);
	}

	private static String executor(JsonObject variant) {
		return run(variant).getAsJsonObject("server")
			.getAsJsonObject("setup")
			.getAsJsonObject("tuning")
			.get("executor.type")
			.getAsString();
	}

}
