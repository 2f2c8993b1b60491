package dev.grpctuning.load.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ./lab drive} as a process. */
@StartsApplications
@Timeout(600)
class DriveIT {

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource({ "stub, true", "raw, false" })
	@Execution(ExecutionMode.CONCURRENT)
	void drivesWhateverBecomesOfItsServerUntilItIsInterruptedOrDeleted(String engine, boolean interrupted)
			throws Exception {
		TargetAddress address = freeAddress();
		Path output = this.folder.resolve("result.json");
		try (AppProcess lab = AppProcess.client(this.folder, "drive", "--load.target=" + address, "--load.open.rate=50",
				"--load.engine=" + engine, "--load.channels=2", "--server.port=0", "--load.output=" + output,
				LoadActuator.OPTION)) {
			Http http = lab.http();
			LoadActuator actuator = new LoadActuator(http);
			lab.awaitErr("waiting: no gRPC server at " + address + ": Connection refused; tried again every second");
			assertThat(http.get("/actuator/health")).satisfies((answer) -> {
				assertThat(answer.status()).isEqualTo(503);
				assertThat(answer.body()).contains("\"target\":\"" + address + "\"", "waiting: no gRPC server");
			});
			try (HelloServer server = HelloServer.startAgain(address.toString())) {
				await(() -> LoadActuator.sum(http, "load_calls_answered_total") >= 50);
				assertThat(server.connections()).isEqualTo(2);
				await(() -> http.get("/actuator/health").status() == 200);
				assertThat(http.get("/actuator/health").body()).contains("\"state\":\"driving\"");
				assertThat(http.get("/actuator/info").body()).contains("load-client");
				assertThat(LoadActuator.sum(http, "load_rate_planned")).isEqualTo(50);
				assertThat(LoadActuator.sum(http, "load_response_time_seconds_count")).isPositive();
				JsonObject progress = actuator.status().getAsJsonObject("run").getAsJsonObject("progress");
				assertThat(progress.get("leftSeconds").isJsonNull()).isTrue();
				assertThat(progress.get("answered").getAsLong()).isPositive();
				actuator.post("{}").expect(409);
				assertThat(http.delete("/actuator/load").status()).isEqualTo(401);
			}
			await(() -> LoadActuator.sum(http, "status=\"UNAVAILABLE\"") >= 50);
			await(() -> http.get("/actuator/health").status() == 503);
			double before = LoadActuator.sum(http, "load_calls_answered_total");
			try (HelloServer server = HelloServer.startAgain(address.toString())) {
				await(() -> LoadActuator.sum(http, "load_calls_answered_total") >= before + 50);
				assertThat(server.connections()).isEqualTo(2);
				if (interrupted) {
					lab.interrupt();
				}
				else {
					assertThat(actuator.delete().expect(200).json().get("state").getAsString()).isEqualTo("draining");
				}
				assertThat(lab.exitCode()).isZero();
			}
			assertThat(lab.out())
				.contains("answered", "UNAVAILABLE", "unfinished     0", "send lag, from when it was due to the send")
				.doesNotContain("stopped by");
			assertThat(lab.errLines()).filteredOn((line) -> !line.startsWith(address.toString()))
				.hasSize(4)
				.endsWith(output.toString());
		}
		JsonObject result = Results.json(output);
		JsonObject counts = result.getAsJsonObject("load").getAsJsonObject("counts");
		long failed = counts.getAsJsonObject("failed")
			.asMap()
			.values()
			.stream()
			.mapToLong(JsonElement::getAsLong)
			.sum();
		assertThat(counts.get("started").getAsLong()).isEqualTo(counts.get("ok").getAsLong() + failed);
		assertThat(result.getAsJsonObject("load").getAsJsonObject("sending").get("sentPerSecond").getAsDouble())
			.isBetween(40.0, 60.0);
	}

	@Test
	void whenTerminatedBeforeThereIsAServerThenItSaysSoAndThatIsNoFailure() throws Exception {
		TargetAddress address = freeAddress();
		try (AppProcess lab = AppProcess.client(this.folder, "drive", "--load.target=" + address, "--server.port=0")) {
			lab.awaitErr("waiting: ");
			lab.terminate();
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines())
				.anyMatch((line) -> line.matches("The password of admin is .+; .* sets another\\."))
				.last()
				.isEqualTo("There was no server at " + address + "; no call was made.");
			assertThat(lab.out()).isEmpty();
		}
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofMinutes(4)).pollInterval(Duration.ofMillis(300)).until(condition);
	}

	private static TargetAddress freeAddress() {
		return new TargetAddress("127.0.0.1", Ports.free());
	}

}
