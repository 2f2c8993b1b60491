package dev.grpctuning.hello;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonContent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An autopilot, for calls of which ten are always open and block for 2 ms. */
class GrpcAutopilotIT extends AbstractServiceIT {

	private static final String PATH = "/actuator/grpcautopilot";

	@Override
	RunningService startService() {
		return RunningService.start("--grpc.tuning.executor.type=fixed", "--grpc.tuning.executor.threads=2",
				"--hello.work.delay=2ms", "--grpc.tuning.autopilot.mode=apply", "--grpc.tuning.autopilot.quiet=0s");
	}

	@Test
	void whenThereAreTooFewThreadsThenItFindsWhatIsBetterWithoutAFailedCall() throws Exception {
		try (SteadyCalls calls = new SteadyCalls(this.service, 10)) {
			await().atMost(Duration.ofMinutes(2))
				.untilAsserted(() -> assertThat(this.endpoint.<List<Object>>whole("$.changes")).isNotEmpty());
			assertThat(this.endpoint.<Map<String, Object>>whole("$.changes[0]")).containsEntry("by", "autopilot")
				.containsEntry("outcome", "APPLIED")
				.hasEntrySatisfying("reason", (reason) -> assertThat(reason.toString()).contains("BETTER after"));
			await().untilAsserted(() -> assertThat(shown()).extractingPath("$.decisions[0].adopted").isEqualTo(true));
			assertThat(calls.failed()).isZero();
		}
		assertThat(mode(400, "on")).extractingPath("$.error").asString().contains("use off, recommend, apply");
		assertThat(mode(200, "off")).extractingPath("$.mode").isEqualTo("OFF");
		await().untilAsserted(() -> assertThat(shown()).extractingPath("$.doing").isEqualTo("is off"));
	}

	private JsonContent shown() throws Exception {
		return TuningEndpoint.answer(200, this.service.actuator("grpcautopilot"));
	}

	private JsonContent mode(int status, String mode) throws Exception {
		return TuningEndpoint.answer(status,
				this.service.authenticated().post(PATH, "{\"mode\": \"%s\"}".formatted(mode)));
	}

}
