package dev.grpctuning.load.serve;

import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

import com.google.gson.JsonObject;
import io.grpc.Status;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code drive} in this process. */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class DriveModelsIT {

	private static final Pattern PORT = Pattern.compile("actuator on port (\\d+)");

	private static final Pattern PASSWORD = Pattern.compile("The password of admin is (.*); .* sets another\\.");

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	DriveModelsIT(CapturedOutput output) {
		this.output = output;
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed", "burst" })
	void otherModelsHaveNoEndEither(String model) throws Exception {
		try (HelloServer server = HelloServer.start(DriveModelsIT::slowly);
				InThisProcess drive = InThisProcess.startWithoutServers(this.folder, "drive",
						"--load.target=" + server.address(), "--load.model=" + model, "--load.burst.size=10",
						"--load.closed.outstanding=2", "--server.port=0", LoadActuator.OPTION)) {
			Http http = http(drive);
			Awaitility.await()
				.atMost(Duration.ofMinutes(2))
				.pollInterval(Duration.ofMillis(300))
				.until(() -> LoadActuator.sum(http, "load_calls_answered_total") >= 50);
			assertThat(LoadActuator.sum(http, "load_calls_answered_total{model=\"" + model + "\"")).isPositive();
			new LoadActuator(http).delete().expect(200);
			assertThat(drive.exitCode()).isZero();
		}
		assertThat(this.output.getOut()).contains("answered").doesNotContain("failed", "stopped by");
	}

	/** The actuator, as soon as its port is printed. */
	private Http http(InThisProcess drive) {
		drive.await(() -> assertThat(this.output.getErr()).containsPattern(PORT));
		return Http.local(PORT.matcher(this.output.getErr())
			.results()
			.mapToInt((match) -> Integer.parseInt(match.group(1)))
			.findFirst()
			.orElseThrow());
	}

	/** Leaves the machine to others, also under a model that waits for answers. */
	private static Status slowly(long index) {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
		return Status.OK;
	}

	@Test
	void whoHasThePasswordMayEndItAndTakesNoPlans() throws Exception {
		try (HelloServer server = HelloServer.start();
				InThisProcess drive = InThisProcess.startWithoutServers(this.folder, "drive",
						"--load.target=" + server.address(), "--server.port=0")) {
			LoadActuator actuator = new LoadActuator(http(drive));
			drive.await(() -> assertThat(this.output.getErr()).containsPattern(PASSWORD));
			String password = PASSWORD.matcher(this.output.getErr())
				.results()
				.map((match) -> match.group(1))
				.findFirst()
				.orElseThrow();
			JsonObject status = actuator.awaitStatus((each) -> each.get("state").getAsString().equals("driving")
					&& each.getAsJsonObject("run").get("progress").isJsonObject());
			JsonObject progress = status.getAsJsonObject("run").getAsJsonObject("progress");
			assertThat(progress.get("leftSeconds").isJsonNull()).isTrue();
			assertThat(progress.get("answered").getAsLong()).isPositive();
			Http authenticated = actuator.http().as(password);
			authenticated.post("/actuator/load", "{\"plan\": {}}").expect(409);
			assertThat(actuator.http().delete("/actuator/load").status()).isEqualTo(401);
			JsonObject ending = authenticated.delete("/actuator/load").expect(200).json();
			assertThat(ending.get("state").getAsString()).isEqualTo("draining");
			assertThat(drive.exitCode()).isZero();
		}
		assertThat(this.output.getOut()).startsWith("answered ")
			.contains("unfinished     0")
			.doesNotContain("stopped by");
	}

	@Test
	void whenTheActuatorsPortIsTakenThenOneLineSaysSo() throws Exception {
		try (ServerSocket taken = Ports.taken()) {
			String port = String.valueOf(taken.getLocalPort());
			assertThat(LoadClientApplication.launch("drive", "--server.port=" + port)).isEqualTo(1);
			assertThat(this.output.getErr().lines()).singleElement().asString().contains(port);
			assertThat(this.output.getOut()).isEmpty();
		}
	}

}
