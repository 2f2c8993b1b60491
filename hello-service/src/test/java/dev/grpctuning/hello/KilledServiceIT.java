package dev.grpctuning.hello;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;

/** What a start has of the changes of a service that was killed. */
class KilledServiceIT {

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	@Test
	void whenTheDiskIsFullAndTheServiceIsKilledThenTheNextStartHasTheLastChangesThatWereKept() throws Exception {
		try (AppProcess service = start()) {
			service.grpcPort();
			Http http = service.http().as(RunningService.PASSWORD);
			change(http, "{\"executorType\": \"fixed\", \"executorThreads\": 5, \"limit.concurrent-calls\": 77}");
			change(http, "{\"executorThreads\": 9, \"for\": \"1h\"}");
			service.fillDisk();
			String detail = change(http, "{\"limit.concurrent-calls\": 55}");
			assertThat(detail).startsWith("in force, but not after a restart");
			assertThat(effective(http, "limit.concurrent-calls")).isEqualTo(55);
			assertThat(effective(http, "executor.threads")).isEqualTo(9);
			service.kill();
			assertThat(service.exitCode(Duration.ofMinutes(1))).isEqualTo(137);
		}
		try (RunningService again = RunningService.start(stateFile())) {
			Http http = again.authenticated();
			assertThat(effective(http, "executor.type")).isEqualTo("fixed");
			assertThat(effective(http, "limit.concurrent-calls")).isEqualTo(77);
			assertThat(effective(http, "executor.threads")).isEqualTo(5);
			assertThat(new TuningEndpoint(again).<List<Object>>whole("$.leases")).isEmpty();
		}
	}

	private static String change(Http http, String body) {
		return String
			.valueOf(JsonPath.<Object>read(http.post("/actuator/grpctuning", body).expect(200).body(), "$.detail"));
	}

	private static Object effective(Http http, String knob) {
		return JsonPath.read(http.get("/actuator/grpctuning/" + knob).expect(200).body(), "$.effective");
	}

	private AppProcess start() throws IOException {
		return AppProcess.java(this.folder, Map.of("SPRING_SECURITY_USER_PASSWORD", RunningService.PASSWORD),
				"-XX:TieredStopAtLevel=1", "-jar", Application.HELLO_SERVICE.jar().toString(), "--grpc.server.port=0",
				"--server.port=0", stateFile());
	}

	private String stateFile() {
		return "--grpc.tuning.state-file=" + this.folder.resolve("state.properties");
	}

}
