package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** An experiment at a server that runs already, hello-service in a process of its own. */
@StartsApplications
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class AttachedServerIT {

	private static final String PASSWORD = "only-for-this-test";

	@SuppressWarnings("NullAway.Init")
	private ForkedServer attached;

	@BeforeAll
	void start(@TempDir Path logs) throws Exception {
		this.attached = ForkedServer.start(
				new ServerSpec(Application.HELLO_SERVICE.jar(), Application.HELLO_SERVICE.javaHome(), "tuned",
						List.of("-Xmx256m"),
						Map.of("hello.work.max-delay", "1s", "grpc.tuning.flow-control-window", "1MB"), logs),
				new ServerCredentials("admin", PASSWORD), Duration.ofMinutes(2));
		this.attached.awaitReady();
	}

	@AfterAll
	void stop() throws Exception {
		try (ForkedServer server = this.attached) {
			assertThat(server.stop().asked()).as("still there in the end").isTrue();
		}
	}

	private static final String FORMER = """
			{"limit.concurrent-calls": 700,
			"limit.methods": "a.B/* concurrent-calls=5 priority=low, c.D/* priority=critical",
			"executor.routes": "a.B/* type=fixed threads=2 queue-capacity=9"}""";

	@Test
	void whenAttachedThenTheServerIsEachVariantAndInTheEndWhatItWasBefore(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		change(FORMER);
		assertThat(attach(folder, PASSWORD, ModesExperiment.EXECUTORS)).as(output::getErr).isZero();
		Path results = Results.onlyChild(folder.resolve("results"));
		ModesExperiment.assertTunings(results);
		for (JsonObject server : ModesExperiment.servers(results)) {
			assertThat(server.get("exitCode").isJsonNull()).isTrue();
			assertThat(server.get("gc").isJsonNull()).isTrue();
		}
		assertGivenBack();
		assertThat(output.getAll()).doesNotContain(PASSWORD);
		try (Stream<Path> files = Files.list(results)) {
			assertThat(files.filter(Files::isRegularFile)).hasSizeGreaterThan(2)
				.allSatisfy((file) -> assertThat(file).content().doesNotContain(PASSWORD));
		}
	}

	@Test
	void whenInterruptedThenAnAttachedServerGetsBackWhatItHad(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		change(FORMER);
		Path file = ModesExperiment.write(folder,
				ModesExperiment.LOAD.formatted("attach", "", ModesExperiment.EXECUTORS));
		List<String> arguments = new ArrayList<>(attachment(PASSWORD));
		arguments.addAll(List.of("--experiment=" + file, "--load.duration=10m"));
		try (InThisProcess lab = InThisProcess.start(folder, arguments.toArray(String[]::new))) {
			lab.await(() -> assertThat(output.getErr()).contains(" open 10"));
			assertThat(knob("executor.type").get("effective").getAsString()).isEqualTo("direct");
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		assertGivenBack();
	}

	@Test
	void whenThereIsNoPasswordThenReadingIsNotEnough(@TempDir Path folder, CapturedOutput output) throws Exception {
		assertThat(
				ModesExperiment.compare(folder, ModesExperiment.LOAD.formatted("attach", "", ModesExperiment.EXECUTORS),
						attachment(PASSWORD).subList(0, 2).toArray(String[]::new)))
			.isEqualTo(1);
		ModesExperiment.assertOneLine(output, "experiment.server: " + this.attached.observed().actuator()
				+ "/grpctuning: a user without a password may not change the tuning (401); set experiment.server.user");
		assertThat(folder.resolve("results")).isEmptyDirectory();
	}

	@Test
	void whenTheServerDoesNotTakeAVariantThenNothingIsDrivenAndOneLineSaysWhy(@TempDir Path folder,
			CapturedOutput output) throws Exception {
		assertThat(attach(folder, PASSWORD, ModesExperiment.EXECUTORS + """
				    - name: mistaken
				      properties: {grpc.tuning.executor.type: cyclic}
				""")).isEqualTo(1);
		ModesExperiment.assertOneLine(output, "experiment.server: variant mistaken: executor.type: \"cyclic\" ");
		assertThat(folder.resolve("results")).isEmptyDirectory();
	}

	private void assertGivenBack() {
		assertThat(knob("limit.concurrent-calls").get("configured").getAsString()).isEqualTo("700");
		assertThat(knob("executor.type").get("effective").getAsString()).isEqualTo("fork-join");
		assertThat(knob("flow-control-window").get("effective").getAsInt()).isEqualTo(1 << 20);
		for (String knob : List.of("executor.type", "flow-control-window", "initial-flow-control-window")) {
			assertThat(String.valueOf(knob(knob).get("origin"))).isNotEqualTo("\"actuator\"");
		}
		assertThat(knob("limit.methods").get("configured").getAsString())
			.isEqualTo("a.B/* concurrent-calls=5 priority=low, c.D/* priority=critical");
		assertThat(knob("executor.routes").get("configured").getAsString())
			.isEqualTo("a.B/* type=fixed threads=2 queue-capacity=9");
	}

	private int attach(Path folder, String password, String variants) throws IOException {
		return ModesExperiment.compare(folder, ModesExperiment.LOAD.formatted("attach", "", variants),
				attachment(password).toArray(String[]::new));
	}

	private List<String> attachment(String password) {
		return List.of("--experiment.server.address=" + this.attached.observed().address(),
				"--experiment.server.actuator=" + this.attached.observed().actuator(),
				"--experiment.server.password=" + password);
	}

	private void change(String json) {
		http().as(PASSWORD).post("", json).expect(200);
	}

	private JsonObject knob(String name) {
		return http().get("/" + name).json();
	}

	private Http http() {
		return new Http(this.attached.observed().actuator() + "/grpctuning", null);
	}

}
