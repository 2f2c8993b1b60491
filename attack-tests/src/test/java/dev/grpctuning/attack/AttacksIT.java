package dev.grpctuning.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.api.LoadTest;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The hello service as it is, attacked beside 200 calls per second of a well-behaved
 * client.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AttacksIT {

	private static final Duration ATTACK = Duration.ofMillis(1500);

	private static final long MAX_P99_MICROS = 100_000;

	/** Something else on the machine may delay a call as an attack does. */
	private static final int ATTEMPTS = 3;

	private static final String PASSWORD = "password-of-a-test";

	/** What shows attacks: connections that ended, and calls that did. */
	private static final List<String> METERS = List.of("grpc_tuning_connections_refused_total",
			"grpc_tuning_connections_errors_total", "grpc_server_call_duration_seconds_count",
			"grpc_tuning_connections_accepted_total", "grpc_tuning_calls_open");

	private final List<String> rows = new ArrayList<>();

	private AppProcess service;

	private int port;

	private Http http;

	private long quietP99;

	@BeforeAll
	void start(@TempDir Path folder) throws Exception {
		this.service = AppProcess.service(folder, "--grpc.server.port=0", "--server.port=0",
				"--spring.security.user.password=" + PASSWORD);
		this.port = this.service.grpcPort();
		this.http = this.service.http().as(PASSWORD);
		load(Duration.ofSeconds(2));
		// Until the heap has the size that work needs.
		attack(Attack.RAPID_RESET, () -> {
		});
		LoadResult quiet = load(ATTACK);
		this.quietP99 = quiet.responseTimeMicros().p99();
		this.rows.add("| none | %s | | %d MB |".formatted(millis(this.quietP99), memory() >> 20));
	}

	@AfterAll
	void stop() throws IOException {
		this.service.close();
		Files.createDirectories(Path.of("target"));
		Files.write(Path.of("target", "attacks.md"), this.rows);
	}

	@ParameterizedTest
	@EnumSource
	void whenAttackedThenOthersAreAnswered(Attack attack) throws Exception {
		attackAndAssert(attack, () -> {
		});
	}

	@Test
	void whenAttackedDuringSwapsThenOthersAreAnswered() throws Exception {
		attackAndAssert(Attack.RAPID_RESET, () -> {
			for (int i = 1; i <= 3; i++) {
				this.http.post("/actuator/grpctuning", "{\"maxConcurrentCallsPerConnection\": %d}".formatted(1000 + i))
					.expect(200);
			}
		});
	}

	/** Clients that never send the body of a request hold a thread each. */
	@Test
	void whenRequestsHaveNoBodyThenLivenessIsStillReported() throws Exception {
		List<Http2Socket> sockets = new ArrayList<>();
		int httpPort = Integer.parseInt(this.http.base().substring(this.http.base().lastIndexOf(':') + 1));
		for (int i = 0; i < 4; i++) {
			Http2Socket socket = new Http2Socket(httpPort);
			sockets.add(socket);
			socket
				.bytes(("POST /actuator/grpctuning HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
						+ "Content-Length: 1000\r\n\r\n")
					.getBytes())
				.flush();
		}
		long start = System.nanoTime();
		this.http.get("/actuator/health/liveness").expect(200);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
		for (Http2Socket socket : sockets) {
			socket.close();
		}
	}

	private void attackAndAssert(Attack attack, Runnable beside) throws Exception {
		for (int attempt = 1; true; attempt++) {
			Outcome outcome = attack(attack, beside);
			if (attempt == ATTEMPTS || outcome.p99Micros() < MAX_P99_MICROS) {
				this.rows.add(outcome.row(attack));
				outcome.check(this.quietP99);
				return;
			}
		}
	}

	private Outcome attack(Attack attack, Runnable beside) throws Exception {
		long before = memory();
		int lines = log();
		Map<String, Double> meters = meters();
		AtomicBoolean goesOn = new AtomicBoolean(true);
		AtomicBoolean hungUp = new AtomicBoolean();
		Thread attacker = new Thread(() -> {
			while (goesOn.get()) {
				try {
					attack.run(this.port, goesOn::get);
				}
				catch (IOException ex) {
					// It comes back at once, as an attacker would.
					hungUp.set(true);
				}
			}
		}, "attacker");
		attacker.setDaemon(true);
		attacker.start();
		beside.run();
		LoadResult others = load(ATTACK);
		Map<String, Double> during = meters();
		goesOn.set(false);
		attacker.join(Duration.ofSeconds(30));
		assertThat(attacker.isAlive()).isFalse();
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(value("grpc_tuning_connections_open")).isLessThan(5));
		this.http.get("/actuator/health").expect(200);
		return new Outcome(others, hungUp.get(), before, memory(), log() - lines,
				METERS.stream().anyMatch((name) -> !meters.get(name).equals(during.get(name))), this.service.out());
	}

	private LoadResult load(Duration duration) throws Exception {
		return LoadTest.target("127.0.0.1:" + this.port)
			.call("hello.v1.HelloService/SayHello")
			.request("{\"firstName\": \"Ada\"}")
			.open(200)
			.duration(duration)
			.run();
	}

	private Map<String, Double> meters() {
		return METERS.stream().collect(Collectors.toMap((name) -> name, this::value));
	}

	private double value(String name) {
		return this.http.get("/actuator/prometheus")
			.body()
			.lines()
			.filter((line) -> line.startsWith(name))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
			.sum();
	}

	private int log() throws IOException {
		return (int) this.service.out().lines().count() + this.service.errLines().size();
	}

	/** Bytes in use after a collection: heap, other areas and Netty's buffers. */
	private long memory() throws IOException, InterruptedException {
		new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
				Long.toString(this.service.pid()), "GC.run")
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start()
			.waitFor();
		return (long) (value("jvm_memory_used_bytes") + value("grpc_tuning_allocator_memory_bytes"));
	}

	private static String millis(long micros) {
		return String.format(Locale.ROOT, "%.1f ms", micros / 1000.0);
	}

	/** What an attack did to the server and its other clients. */
	private record Outcome(LoadResult others, boolean hungUp, long memoryBefore, long memoryAfter, int logLines,
			boolean metered, String log) {

		long p99Micros() {
			return this.others.responseTimeMicros().p99();
		}

		void check(long quietP99) {
			assertThat(this.others.counts().failed()).isEmpty();
			assertThat(p99Micros()).as("p99 of the others in µs, %d without the attack", quietP99)
				.isLessThan(MAX_P99_MICROS);
			assertThat(this.memoryAfter).as("bytes in use").isLessThan(this.memoryBefore * 6 / 5 + (32 << 20));
			assertThat(this.logLines).as(this.log).isLessThan(30);
			assertThat(this.metered).as("a meter shows it").isTrue();
		}

		String row(Attack attack) {
			return String.format(Locale.ROOT, "| %s | %s | %s | %d → %d MB |", attack.description(),
					millis(p99Micros()), this.hungUp ? "hung up on" : "bounded", this.memoryBefore >> 20,
					this.memoryAfter >> 20);
		}

	}

}
