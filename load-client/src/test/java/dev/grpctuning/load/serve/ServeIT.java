package dev.grpctuning.load.serve;

import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code ./lab serve} as a process, which all tests that do not end it share. */
@StartsApplications
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServeIT {

	private static final String LONG = "{\"model\": \"open\", \"open.rate\": 50, \"duration\": \"1h\", \"metadata\": {\"x-the-header\": \"secret\"}}";

	@TempDir
	private static Path folder;

	@SuppressWarnings("NullAway.Init")
	private HelloServer server;

	@SuppressWarnings("NullAway.Init")
	private AppProcess lab;

	@SuppressWarnings("NullAway.Init")
	private LoadActuator actuator;

	@BeforeAll
	void start() throws Exception {
		this.server = HelloServer.start();
		this.lab = serve(folder.resolve("result.json"));
		this.actuator = LoadActuator.of(this.lab);
	}

	@AfterAll
	void stop() {
		this.lab.close();
		this.server.close();
	}

	private AppProcess serve(Path output) throws Exception {
		return AppProcess.client(folder, "serve", "--server.port=0", LoadActuator.OPTION,
				"--load.target=" + this.server.address(), "--load.output=" + output,
				"--load.histogram=" + output + ".hlog");
	}

	@Test
	void aPlanIsDrivenAndItsResultIsShownAndWritten() throws Exception {
		long before = this.server.calls();
		JsonObject last = this.actuator.run(
				"{\"model\": \"burst\", \"burst\": {\"count\": 2, \"size\": 50}, \"burst.interval\": \"1ms\", \"thresholds\": [\"errors == 0\", \"ok < 100\"]}");
		assertThat(this.server.calls() - before).isEqualTo(100);
		assertThat(last.get("exitCode").getAsInt()).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(last.get("error").isJsonNull()).isTrue();
		JsonObject result = this.actuator.authenticated().get("/actuator/load/result").expect(200).json();
		assertThat(result.getAsJsonObject("load").getAsJsonObject("counts").toString())
			.isEqualTo("{\"started\":100,\"ok\":100,\"failed\":{},\"cancelled\":0,\"unfinished\":0}");
		assertThat(result).isEqualTo(Results.json(folder.resolve("result.json")));
		assertThat(folder.resolve("result.json.hlog")).isNotEmptyFile();
		assertThat(this.lab.out()).contains("threshold      ok < 100: 100, FAILED");
	}

	@Test
	void aRunShowsItsProgressUntilItIsStoppedAndItsPlanToWhoHasThePassword() throws Exception {
		int number = this.actuator.start(LONG);
		JsonObject status = this.actuator.awaitStatus((each) -> hasProgress(each) && count(each, "answered") > 0);
		assertThat(status.get("state").getAsString()).isEqualTo("driving");
		assertThat(status.getAsJsonObject("run").get("plan").isJsonNull()).isTrue();
		assertThat(this.actuator.authenticated().get("/actuator/load").body())
			.contains("\"metadata\":{\"x-the-header\":\"secret\"}");
		assertThat(this.server.headers()).contains("secret");
		assertThat(count(status, "sent")).isEqualTo(count(status, "answered") + count(status, "open"));
		assertThat(progress(status).get("leftSeconds").getAsDouble()).isBetween(3000.0, 3600.0);
		assertThat(meter("load_rate_planned{model=\"open\"")).isEqualTo(50);
		this.actuator.post("{}").expect(409);
		assertThat(this.actuator.delete().expect(200).json().get("state").getAsString()).isEqualTo("draining");
		JsonObject last = this.actuator.awaitEnd(number);
		assertThat(last.get("exitCode").getAsInt()).isZero();
		assertThat(meter("load_calls_open{model=\"open\"")).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"plan\": {\"model\": \"waves\"}}", "{\"plan\": 3}", "{", "" })
	void aPlanThatCannotBeReadIsRefused(String body) throws Exception {
		this.actuator.authenticated().post("/actuator/load", body).expect(400);
		assertThat(this.lab.out()).doesNotContain("WARN");
	}

	/** Mostly waits. */
	@Test
	@Execution(ExecutionMode.CONCURRENT)
	void bodiesThatNeverEndBlockNobody() throws Exception {
		URI actuatorUri = URI.create(this.actuator.http().base());
		String credentials = Base64.getEncoder().encodeToString(("admin:" + LoadActuator.PASSWORD).getBytes());
		List<Socket> sockets = new ArrayList<>();
		try {
			for (int i = 0; i < 20; i++) {
				Socket socket = new Socket(actuatorUri.getHost(), actuatorUri.getPort());
				sockets.add(socket);
				socket.getOutputStream()
					.write(("POST /actuator/load HTTP/1.1\r\nHost: lab\r\nContent-Type: application/json\r\n"
							+ "Content-Length: 100\r\nAuthorization: Basic " + credentials + "\r\n\r\n{")
						.getBytes());
			}
			long begin = System.nanoTime();
			for (int i = 0; i < 5; i++) {
				this.actuator.status();
			}
			// Each would wait for a body to be given up, after ten seconds.
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
		}
		finally {
			for (Socket socket : sockets) {
				socket.close();
			}
		}
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			# method, path, nobody, wrong password, right password
			GET,    /actuator,             200, 401, 200
			GET,    /actuator/health,      200, 401, 200
			GET,    /actuator/info,        200, 401, 200
			GET,    /actuator/prometheus,  200, 401, 200
			GET,    /actuator/load,        200, 401, 200
			GET,    /actuator/load/none,   401, 401, 404
			GET,    /actuator/load/result, 401, 401, 0
			POST,   /actuator/load,        401, 401, 400
			DELETE, /actuator/load,        401, 401, 404
			PUT,    /actuator/load,        401, 401, 405
			POST,   /actuator/load/result, 401, 401, 405
			DELETE, /actuator/load/result, 401, 401, 405
			GET,    /actuator/env,         401, 401, 404
			GET,    /,                     401, 401, 404
			POST,   /logout,               401, 401, 404
			""")
	void whoMayDoWhat(String method, String path, int nobody, int wrongPassword, int rightPassword) throws Exception {
		assertAnswer(nobody, method, path, null);
		assertAnswer(wrongPassword, method, path, "wrong");
		if (rightPassword != 0) {
			assertAnswer(rightPassword, method, path, LoadActuator.PASSWORD);
		}
	}

	private void assertAnswer(int status, String method, String path, @Nullable String password) throws Exception {
		Http http = this.actuator.http().as(password);
		Http.Answer answer = method.equals("POST") ? http.post(path, "{}") : http.send(method, path);
		assertThat(answer.status()).as("%s %s with password %s", method, path, password).isEqualTo(status);
	}

	@Test
	void whenTerminatedThenTheRunThatGoesOnIsEndedAndItsResultWritten() throws Exception {
		Path output = folder.resolve("terminated.json");
		try (AppProcess ending = serve(output)) {
			LoadActuator its = LoadActuator.of(ending);
			its.start(LONG);
			its.awaitStatus((status) -> hasProgress(status) && count(status, "answered") > 0);
			ending.terminate();
			assertThat(ending.exitCode()).isZero();
			assertThat(ending.out()).contains("answered", "stopped by     interrupted");
		}
		assertThat(Results.json(output).getAsJsonObject("load").get("stoppedBy").getAsString())
			.isEqualTo("interrupted");
	}

	private double meter(String series) {
		return this.actuator.http().get("/actuator/prometheus").samples(series).findFirst().orElseThrow();
	}

	private static long count(JsonObject status, String name) {
		return progress(status).get(name).getAsLong();
	}

	private static boolean hasProgress(JsonObject status) {
		return status.get("run") instanceof JsonObject run && run.get("progress").isJsonObject();
	}

	private static JsonObject progress(JsonObject status) {
		return status.getAsJsonObject("run").getAsJsonObject("progress");
	}

}
