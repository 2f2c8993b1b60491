package dev.grpctuning.load.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Ipv6;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code run} in this process, at servers that answer: {@link LabIT} has it in processes.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class RunIT {

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	RunIT(CapturedOutput output) {
		this.output = output;
	}

	@Test
	void whenThresholdsHoldThenTheExitCodeIsZeroAndIfOneFailsItIsTwo() throws Exception {
		try (HelloServer server = HelloServer.start()) {
			assertThat(run(server.address(), "--load.model=burst", "--load.burst.count=1", "--load.burst.size=100",
					"--load.thresholds=errors == 0, p99 < 1m"))
				.isZero();
			assertThat(this.output.getOut()).contains("threshold      errors == 0: 0, held",
					"threshold      p99 < 1m: ");
			assertThat(run(server.address(), "--load.model=burst", "--load.burst.count=1", "--load.burst.size=100",
					"--load.thresholds[0]=ok < 100"))
				.isEqualTo(2);
			assertThat(this.output.getOut()).contains("threshold      ok < 100: 100, FAILED");
		}
	}

	@Test
	void whenAThresholdFailsInAQuietRunThenStandardErrorHasNothingElse() throws Exception {
		try (HelloServer server = HelloServer.start()) {
			assertThat(run(server.address(), "--load.model=burst", "--load.burst.count=1", "--load.burst.size=1000",
					"--load.thresholds=ok < 100, errors == 0", "--format=csv", "--quiet",
					"--load.output=" + this.folder.resolve("result.json")))
				.isEqualTo(2);
			assertThat(this.output.getErr().lines()).containsExactly("threshold ok < 100: 1,000, FAILED");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenTargetIsAnIpv6AddressThenItsReflectionAndItsMethodsAreCalled(String engine) throws Exception {
		try (KindsServer server = KindsServer.start(Ipv6.loopback(), KindsServer.Reflection.V1)) {
			assertThat(run("[::1]:" + server.address().replaceFirst(".*:", ""), "--load.engine=" + engine,
					"--load.call=kinds.v1.Kinds/Unary", "--load.model=burst", "--load.burst.count=1",
					"--load.burst.size=50"))
				.isZero();
			assertThat(server.requests()).hasSize(50);
		}
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void whenACodecIsChosenThenItsServiceIsCalled(HelloCodec codec) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			assertThat(run(server.address(), "--load.codec=" + codec.name().toLowerCase(Locale.ROOT),
					"--load.model=burst", "--load.burst.count=1", "--load.burst.size=50"))
				.isZero();
			assertThat(this.output.getOut()).contains("50 of 50");
			assertThat(server.methods()).containsExactly(codec.serviceName() + "/SayHello");
		}
	}

	@Test
	void runCallsAnyMethodThatTheServerDescribes() throws Exception {
		Path result = this.folder.resolve("result.json");
		Path request = Files.writeString(this.folder.resolve("request.json"), "{\"id\": 7, \"count\": 3}");
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1)) {
			assertThat(run(server.address(), "--load.call=kinds.v1.Kinds/Spread", "--load.request=@" + request,
					"--load.model=burst", "--load.burst.count=1", "--load.burst.size=50", "--load.output=" + result))
				.isZero();
			assertThat(this.output.getOut()).contains("50 of 50", "messages       50 sent", "150 received",
					"between two messages of a call");
			assertThat(server.ids()).hasSize(50).containsOnly(7L);
			assertThat(this.output.getErr()).contains("Report: " + this.folder.resolve("report.html"));
			assertThat(this.folder.resolve("report.html")).content()
				.contains("<h1>run of " + server.address(), "\"heat\":[[");
			JsonObject document = Results.json(result);
			assertThat(document.getAsJsonObject("load")
				.getAsJsonObject("messages")
				.getAsJsonObject("streams")
				.get("received")
				.getAsLong()).isEqualTo(150);
			assertThat(document.getAsJsonObject("plan").getAsJsonObject("call").toString()).isEqualTo(
					"{\"method\":\"kinds.v1.Kinds/Spread\",\"hello\":null,\"request\":\"@%s\",\"messages\":null,\"metadata\":{},\"deadlineMillis\":null,\"authority\":null,\"compression\":\"identity\",\"waitForReady\":false,\"cancel\":null,\"retries\":null,\"ok\":[]}"
						.formatted(request));
		}
	}

	@Test
	void aFileOfDueTimesIsReplayed() throws Exception {
		Path file = Files.writeString(this.folder.resolve("access.txt"),
				"2026-01-31T12:00:00Z\n2026-01-31T12:00:00.250Z\n2026-01-31T12:00:01Z\n");
		try (HelloServer server = HelloServer.start()) {
			assertThat(run(server.address(), "--load.model=replay", "--load.replay.file=" + file)).isZero();
			assertThat(this.output.getOut()).contains("answered       3 of 3", "planned as in the file");
			assertThat(server.calls()).isEqualTo(3);
		}
	}

	@Test
	void whenClientsShareAScheduleThenEachBeginsAtTheTimeAndDrivesItsPart() throws Exception {
		Path result = this.folder.resolve("result.json");
		Path log = this.folder.resolve("run.hlog");
		Instant start = Instant.now().plusSeconds(10);
		try (HelloServer server = HelloServer.start()) {
			assertThat(run(server.address(), "--load.start-at=" + start, "--load.shard=1/2", "--load.model=ramp",
					"--load.ramp.to=100", "--load.duration=2s", "--load.output=" + result, "--load.histogram=" + log))
				.isZero();
			assertThat(server.calls()).isEqualTo(50);
		}
		assertThat(Instant.parse(Results.json(result).getAsJsonObject("load").get("startedAt").getAsString()))
			.isBetween(start, start.plusSeconds(30));
		assertThat(log).isNotEmptyFile();
	}

	@Test
	void whenAProgramReadsTheOutputThenThereIsNothingElse() throws Exception {
		try (HelloServer server = HelloServer.start()) {
			assertThat(run(server.address(), "--load.model=burst", "--load.burst.count=1", "--load.burst.size=50",
					"--format=json", "--quiet"))
				.isZero();
			JsonObject result = JsonParser.parseString(this.output.getOut()).getAsJsonObject();
			assertThat(result.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong()).isEqualTo(50);
			assertThat(this.output.getErr()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "open", "closed", "blocking" })
	void whenANumberOfCallsIsGivenThenTheRunEndsAfterExactlyThatMany(String model) throws Exception {
		Path result = this.folder.resolve("result.json");
		try (HelloServer server = HelloServer.start()) {
			assertThat(LoadClientApplication.launch("run", server.address(), "-n", "1234", "-r", "5000", "-c", "3",
					"--load.model=" + model, "-o", result.toString()))
				.isZero();
			assertThat(server.calls()).isEqualTo(1234);
			assertThat(Results.json(result).getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong())
				.isEqualTo(1234);
		}
	}

	@Test
	void whenTheServiceIsDefinedInAFileThenItNeedsNoReflection() throws Exception {
		try (HelloServer server = HelloServer.start()) {
			assertThat(LoadClientApplication.launch("run", server.address(), "-n", "20", "--call",
					"hello.v1.HelloService/SayHello", "--proto", "../hello-api/src/main/proto/hello/v1/hello.proto",
					"--data", "{\"firstName\": \"Ada\"}"))
				.isZero();
			assertThat(server.calls()).isEqualTo(20);
		}
	}

	private static int run(String target, String... options) {
		List<String> arguments = new ArrayList<>(List.of("run", "--load.target=" + target));
		arguments.addAll(List.of(options));
		return LoadClientApplication.launch(arguments.toArray(String[]::new));
	}

}
