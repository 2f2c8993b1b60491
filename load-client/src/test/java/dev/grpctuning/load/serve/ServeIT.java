package dev.grpctuning.load.serve;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

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
		this.lab = serve(folder.resolve("results"));
		this.actuator = LoadActuator.of(this.lab);
	}

	@AfterAll
	void stop() {
		this.lab.close();
		this.server.close();
	}

	private AppProcess serve(Path results) throws Exception {
		return AppProcess.client(folder, "serve", "--server.port=0", LoadActuator.OPTION,
				"--load.target=" + this.server.address(), "--serve.folders=" + folder, "--load.output=" + results,
				"--load.histogram=" + results);
	}

	@Test
	void aPlanIsDrivenAndItsResultIsToldAndWritten() throws Exception {
		long before = this.server.calls();
		int number = this.actuator.start(
				"{\"model\": \"burst\", \"burst\": {\"count\": 2, \"size\": 50}, \"burst.interval\": \"1ms\", \"thresholds\": [\"errors == 0\", \"ok < 100\"]}");
		JsonObject last = this.actuator.awaitEnd(number);
		assertThat(this.server.calls() - before).isEqualTo(100);
		assertThat(last.get("exitCode").getAsInt()).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(last.get("error").isJsonNull()).isTrue();
		JsonObject summary = last.getAsJsonObject("result");
		assertThat(summary.getAsJsonObject("counts").toString())
			.isEqualTo("{\"started\":100,\"ok\":100,\"failed\":{},\"cancelled\":0,\"unfinished\":0}");
		assertThat(summary.getAsJsonArray("thresholds").toString()).isEqualTo(
				"[{\"threshold\":\"errors == 0\",\"value\":\"0\",\"held\":true},{\"threshold\":\"ok < 100\",\"value\":\"100\",\"held\":false}]");
		JsonObject result = this.actuator.authenticated().get("/actuator/load/result").expect(200).json();
		Path file = Path.of(last.get("output").getAsString());
		assertThat(file).hasParent(folder.resolve("results"));
		assertThat(result).isEqualTo(Results.json(file));
		assertThat(result.get("counts")).isEqualTo(summary.get("counts"));
		assertThat(result.getAsJsonObject("plan").getAsJsonObject("burst").get("count").getAsInt()).isEqualTo(2);
		assertThat(Path.of(file.toString().replace(".json", ".hlog"))).isNotEmptyFile();
		assertThat(this.lab.out()).contains("threshold      ok < 100: 100, FAILED");
		assertThat(this.lab.errLines()).contains(file.toString());
	}

	@Test
	void aRunTellsHowItGetsOnUntilItIsStopped() throws Exception {
		int number = this.actuator.start(LONG);
		JsonObject status = this.actuator.awaitStatus((each) -> hasProgress(each) && count(each, "answered") > 0);
		assertThat(status.get("state").getAsString()).isEqualTo("driving");
		JsonObject run = status.getAsJsonObject("run");
		assertThat(run.get("target").getAsString()).isEqualTo(this.server.address().toString());
		assertThat(run.getAsJsonObject("plan").get("durationSeconds").getAsDouble()).isEqualTo(3600);
		assertThat(count(status, "sent")).isEqualTo(count(status, "answered") + count(status, "open"));
		assertThat(count(status, "due")).isGreaterThan(40);
		assertThat(count(status, "failed")).isZero();
		assertThat(progress(status).get("elapsedSeconds").getAsDouble()
				+ progress(status).get("leftSeconds").getAsDouble())
			.isBetween(3599.9, 3600.1);
		assertThat(progress(status).getAsJsonObject("lastSecond").keySet()).contains("ok", "p99Micros",
				"responseP99Micros", "lagP99Micros");
		assertThat(meter("load_rate_planned{model=\"open\"")).isEqualTo(50);
		assertThat(this.actuator.delete().expect(200).json().get("state").getAsString()).isEqualTo("draining");
		JsonObject last = this.actuator.awaitEnd(number);
		assertThat(last.getAsJsonObject("result").get("stoppedBy").getAsString()).isEqualTo("interrupted");
		JsonObject counts = last.getAsJsonObject("result").getAsJsonObject("counts");
		assertThat(counts.get("unfinished").getAsLong()).isZero();
		assertThat(counts.get("ok")).isEqualTo(counts.get("started"));
		assertThat(meter("load_calls_open{model=\"open\"")).isZero();
		assertThat(meter("load_rate_planned{model=\"open\"")).isZero();
	}

	@Test
	void whileOneIsDrivenNoOtherIs() throws Exception {
		int number = this.actuator.start(LONG);
		assertRefused(409, "run " + number + " has not ended; wait for its end, or end it with DELETE.",
				this.actuator.post("{}"));
		assertRefused(409, "run " + number + " has not ended; wait for its end, or end it with DELETE.",
				this.actuator.post("{\"model\": \"waves\"}"));
		this.actuator.delete();
		this.actuator.awaitEnd(number);
	}

	@Test
	void whenNothingIsDrivenThenThereIsNothingToStop() throws Exception {
		assertRefused(404, "No load is running, so there is nothing to stop.", this.actuator.delete());
		assertRefused(404, "none: there is nothing of that name; use load, or load/result.",
				this.actuator.http().get("/actuator/load/none"));
	}

	@Test
	void whatIsSentToTheServerIsToldOnlyToThoseWhoHaveThePassword() throws Exception {
		int number = this.actuator.start(LONG);
		List<String> paths = List.of("/actuator/load", "/actuator/load/result");
		assertSecret(paths.getFirst());
		this.actuator.delete();
		this.actuator.awaitEnd(number);
		assertSecret(paths.getLast());
		String command = "--load.target=" + this.server.address();
		assertThat(this.actuator.authenticated().get(paths.getLast()).body()).contains(command);
		assertThat(this.actuator.http().get(paths.getLast()).body()).doesNotContain(command);
		assertThat(this.server.headers()).contains("secret");
	}

	private void assertSecret(String path) throws Exception {
		assertThat(this.actuator.authenticated().get(path).body())
			.contains("\"metadata\":{\"x-the-header\":\"secret\"}");
		assertThat(this.actuator.http().get(path).body()).contains("\"metadata\":{\"x-the-header\":\"******\"}");
	}

	@Test
	void aPlanMayBeginLater() throws Exception {
		JsonObject posted = this.actuator
			.post("{\"model\": \"closed\", \"startAt\": \"%s\"}".formatted(Instant.now().plusSeconds(600)))
			.expect(200)
			.json();
		assertThat(posted.get("state").getAsString()).isEqualTo("scheduled");
		long before = this.server.calls();
		this.actuator.delete();
		JsonObject last = this.actuator.awaitEnd(posted.getAsJsonObject("run").get("number").getAsInt());
		assertThat(last.get("error").getAsString()).endsWith(" was stopped before its first call.");
		assertThat(last.get("exitCode").getAsInt()).isEqualTo(ExitCode.RUN_FAILED);
		assertThat(last.get("result").isJsonNull()).isTrue();
		assertThat(this.server.calls()).isEqualTo(before);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					{"burst.size": 5}                 | load.burst.size: is part of bursts; set load.model=burst as well, or leave it out.
					{"model": "waves"}             | load.model: "waves" is not allowed (posted plan); use one of burst, closed,
					{"chanels": 2}                 | load.chanels: there is no such property (posted plan); did you mean load.channels?
					{"model": "open", "open": {"rate": 0}} | load.open.rate: "0" is not allowed (posted plan). It must be a number of calls per
					{"call": "hallo"}              | load.call: "hallo" is not allowed (posted plan). It must be hello, or package
					{"call": "a.B/C", "request": "@none.json"} | load.request: "@none.json" cannot be posted; name a file of at most 16MB in one of the serve.folders
					{"target": "example.com:80"} | load.target: "example.com:80" cannot be posted; allow it by serve.targets
					{"call": "a.B/C"}              | load.call: the server has no reflection; turn it on, or name a file with --proto
					{"thresholds": ["p98 < 5ms"]}       | load.thresholds: "p98 < 5ms" is not allowed. There is no figure "p98"; use one of
					{"target": "nowhere"}          | load.target: "nowhere" is not allowed (posted plan). It must be host:port
					{"target": "127.0.0.1:1"}      | load.target: no gRPC server at 127.0.0.1:1: Connection refused; start it with
					{"startAt": "2020-01-01T00:00:00Z"} | load.start-at: 2020-01-01T00:00:00Z has passed; name a later time
					{"output": "/tmp/result.json"} | load.output: cannot be posted; set it when serve is started.
					{"request": "${HOME}"}         | load.request: "${HOME}" is not allowed (posted plan); give the value itself
					""")
	void aPlanThatCannotBeDrivenIsOneLineAndNothingIsDriven(String plan, String line) throws Exception {
		int before = lastNumber(this.actuator.status());
		assertRefused(400, line, this.actuator.post(plan));
		assertThat(this.actuator.status().get("state").getAsString()).isEqualTo("waiting");
		assertThat(lastNumber(this.actuator.status())).isEqualTo(before);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{", "[]", "{\"rate\": 3}", "{\"plan\": 3}" })
	void aBodyThatIsNoPlanIsOneLine(String body) throws Exception {
		assertRefused(400, "", this.actuator.authenticated().post("/actuator/load", body));
	}

	@Test
	void whenAPlanNamesAFileOfAnAllowedFolderThenItIsDriven() throws Exception {
		Path file = Files.writeString(folder.resolve("times.txt"), "0\n0.01\n");
		int number = this.actuator.start("{\"model\": \"replay\", \"replay.file\": \"%s\"}".formatted(file));
		assertThat(
				this.actuator.awaitEnd(number).getAsJsonObject("result").getAsJsonObject("counts").get("ok").getAsInt())
			.isEqualTo(2);
	}

	@Test
	void aBodyOfMoreThanAMebibyteIsOneLine() {
		assertRefused(413, "The body has more than 1 MiB; ",
				this.actuator.authenticated().post("/actuator/load", " ".repeat((1 << 20) + 1)));
		assertRefused(400, "The body is not a JSON object; ",
				this.actuator.authenticated().post("/actuator/load", " ".repeat(1 << 20)));
	}

	/** Mostly waits. */
	@Test
	@Execution(ExecutionMode.CONCURRENT)
	void bodiesThatNeverEndBlockNobodyAndAreGivenUp() throws Exception {
		URI actuatorUri = URI.create(this.actuator.http().base());
		String credentials = Base64.getEncoder().encodeToString(("admin:" + LoadActuator.PASSWORD).getBytes());
		List<Socket> sockets = new ArrayList<>();
		try {
			for (int i = 0; i < 20; i++) {
				Socket socket = new Socket(actuatorUri.getHost(), actuatorUri.getPort());
				sockets.add(socket);
				socket.setSoTimeout(30_000);
				socket.getOutputStream()
					.write(("POST /actuator/load HTTP/1.1\r\nHost: lab\r\nContent-Type: application/json\r\n"
							+ "Content-Length: 100\r\n"
							+ ((i % 2 != 0) ? "Authorization: Basic " + credentials + "\r\n" : "") + "\r\n{")
						.getBytes());
			}
			long begin = System.nanoTime();
			for (int i = 0; i < 5; i++) {
				this.actuator.status();
			}
			// Each would wait for a body to be given up, after ten seconds.
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
			for (Socket socket : sockets) {
				socket.getInputStream().transferTo(OutputStream.nullOutputStream());
			}
		}
		finally {
			for (Socket socket : sockets) {
				socket.close();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	void whenARunIsEndedWhileItConnectsThenTheNextCanBeDriven(String engine) throws Exception {
		try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
			FutureTask<Http.Answer> posted = new FutureTask<>(() -> this.actuator
				.post("{\"engine\": \"%s\", \"target\": \"127.0.0.1:%d\", \"connectTimeout\": \"1h\"}".formatted(engine,
						silent.getLocalPort())));
			Thread.startVirtualThread(posted);
			this.actuator.awaitStatus((status) -> status.get("state").getAsString().equals("connecting"));
			this.actuator.delete().expect(200);
			assertThat(posted.get().expect(409).body()).contains(" was stopped before its first call.");
			int number = this.actuator.start("{\"model\": \"burst\", \"burst.count\": 1, \"burst.size\": 10}");
			this.actuator.awaitEnd(number);
		}
	}

	@Test
	void whenTerminatedWhileItConnectsThenItEndsInTime() throws Exception {
		try (AppProcess ending = serve(folder.resolve("connecting"));
				ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
			LoadActuator its = LoadActuator.of(ending);
			Thread poster = Thread.startVirtualThread(() -> its
				.post("{\"target\": \"127.0.0.1:%d\", \"connectTimeout\": \"1h\"}".formatted(silent.getLocalPort())));
			its.awaitStatus((status) -> status.get("state").getAsString().equals("connecting"));
			long begin = System.nanoTime();
			ending.terminate();
			assertThat(ending.exitCode()).isZero();
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMinutes(1));
			poster.join();
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
			GET,    /actuator/load/none,   404, 401, 404
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
		assertAnswer(rightPassword, method, path, LoadActuator.PASSWORD);
	}

	private void assertAnswer(int status, String method, String path, @Nullable String password) throws Exception {
		Http http = this.actuator.http().as(password);
		Http.Answer answer = method.equals("POST") ? http.post(path, "{}") : http.send(method, path);
		assertThat(answer.status()).as("%s %s with password %s", method, path, password).isEqualTo(status);
	}

	@Test
	void whenTerminatedThenTheRunThatGoesOnIsEndedInGoodOrder() throws Exception {
		Path results = folder.resolve("terminated");
		try (AppProcess ending = serve(results)) {
			LoadActuator its = LoadActuator.of(ending);
			its.start(LONG);
			its.awaitStatus((status) -> hasProgress(status) && count(status, "answered") > 0);
			ending.terminate();
			assertThat(ending.exitCode()).isZero();
			assertThat(ending.out()).contains("answered", "stopped by     interrupted", "unfinished     0");
		}
		try (Stream<Path> files = Files.list(results)) {
			Path file = files.filter((each) -> each.toString().endsWith(".json")).findFirst().orElseThrow();
			JsonObject result = Results.json(file);
			assertThat(result.get("stoppedBy").getAsString()).isEqualTo("interrupted");
		}
	}

	@Test
	void whenInterruptedWhileItWaitsThenItEnds() throws Exception {
		try (AppProcess waiting = AppProcess.client(folder, "serve", "--server.port=0", "--quiet")) {
			waiting.awaitErr("The password of admin for changes is ");
			waiting.interrupt();
			assertThat(waiting.exitCode()).isZero();
			assertThat(waiting.out()).isEmpty();
			assertThat(waiting.errLines()).as("with --quiet").hasSize(1);
		}
	}

	private static void assertRefused(int status, String line, Http.Answer answer) {
		JsonObject body = answer.expect(status).json();
		assertThat(body.keySet()).containsExactly("error");
		assertThat(body.get("error").getAsString()).startsWith(line).doesNotContain("\n").matches(".*[.?]");
	}

	private double meter(String series) {
		return this.actuator.http().get("/actuator/prometheus").samples(series).findFirst().orElseThrow();
	}

	private static int lastNumber(JsonObject status) {
		return (status.get("last") instanceof JsonObject last) ? last.get("number").getAsInt() : 0;
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
