package dev.grpctuning.load.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Calls that the client cancels, counted by the client and by hello-service. */
@StartsApplications
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
class CancelIT {

	private static final Pattern CALLS = Pattern
		.compile("grpc_server_call_duration_seconds_count\\{.*SayHello\".*grpc_status=\"(\\w+)\".*} (\\d+)");

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	@Test
	void whenAShareOfTheCallsIsCancelledThenBothSidesCountItAsThat(CapturedOutput output) throws Exception {
		try (AppProcess service = AppProcess.service(this.folder, "--grpc.server.port=0", "--server.port=0",
				"--hello.work.delay=3s", "--grpc.tuning.executor.type=virtual")) {
			service.awaitOut("Started HelloServiceApplication");
			assertThat(LoadClientApplication.launch("run", "--load.target=127.0.0.1:" + service.grpcPort(),
					"--load.model=burst", "--load.burst.count=1", "--load.burst.size=200", "--load.cancel.share=0.25",
					"--load.cancel.after=50ms"))
				.isZero();
			assertThat(output.getOut())
				.contains("answered       150 of 200", "cancelled      50 by the client, as load.cancel.share has it",
						"unfinished     0")
				.doesNotContain("failed");
			Http http = service.http();
			await().atMost(Duration.ofSeconds(30))
				.untilAsserted(() -> assertThat(CALLS.matcher(http.get("/actuator/prometheus").body()).results())
					.extracting((match) -> match.group(1) + " " + match.group(2))
					.containsExactlyInAnyOrder("OK 150", "CANCELLED 50"));
		}
	}

}
