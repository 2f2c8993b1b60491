package dev.grpctuning.attack;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.api.LoadTest;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.ServerCertificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The hello service as it is, with a well-behaved client that makes 200 calls per second.
 */
final class AttackedService implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final String PASSWORD = "password-of-a-test";

	/** What shows attacks: connections that ended, and calls that did. */
	private static final List<String> METERS = List.of("grpc_tuning_connections_refused_total",
			"grpc_tuning_connections_errors_total", "grpc_server_call_duration_seconds_count",
			"grpc_tuning_connections_accepted_total", "grpc_tuning_calls_open");

	private final AppProcess process;

	private final int port;

	private final Http http;

	private final LoadTest load;

	private long quietP99;

	/** No bound for the first attack, by which the heap gets its size. */
	private long memory = Long.MAX_VALUE / 2;

	private int generation = 1;

	private AttackedService(AppProcess process, @Nullable ServerCertificate certificate) throws Exception {
		this.process = process;
		this.port = this.process.grpcPort();
		this.http = this.process.http().as(PASSWORD);
		this.load = LoadTest.target("127.0.0.1:" + this.port)
			.call("hello.v1.HelloService/SayHello")
			.request("{\"firstName\": \"Ada\"}")
			.open(200);
		if (certificate != null) {
			this.load.tls(certificate.authority());
		}
		load(Attack.LENGTH);
		// Until the heap has the size that work needs.
		attack((certificate != null) ? Attack.PLAINTEXT_ON_TLS : Attack.RAPID_RESET);
		measureQuiet();
		this.memory = collect();
	}

	/** Starts the process of a service, without waiting for it. */
	static AppProcess launch(Path folder, @Nullable ServerCertificate certificate) throws IOException {
		Stream<String> arguments = Stream.of("--grpc.server.port=0", "--server.port=0",
				"--server.tomcat.connection-timeout=20s", "--spring.security.user.password=" + PASSWORD);
		return AppProcess.service(folder,
				Stream.concat(arguments, (certificate != null) ? certificate.arguments().stream() : Stream.empty())
					.toArray(String[]::new));
	}

	/** Waits for the process, and measures it without an attack. */
	static AttackedService of(AppProcess process, @Nullable ServerCertificate certificate) throws Exception {
		return new AttackedService(process, certificate);
	}

	Http http() {
		return this.http;
	}

	private void measureQuiet() throws Exception {
		this.quietP99 = load(Attack.LENGTH).latencyMicros().response().p99();
	}

	/**
	 * Measures it again while a port without a server is attacked: the machine may be
	 * busier than before, and the attacker takes its part of the processors.
	 */
	void measureQuiet(Attack elsewhere) throws Exception {
		try (Sink sink = new Sink(); Attacker _ = new Attacker(elsewhere, sink.port())) {
			this.quietP99 = load(elsewhere.length()).latencyMicros().response().p99();
		}
	}

	private LoadResult load(Duration length) throws Exception {
		return this.load.duration(length).run();
	}

	/** 99th percentile of response times without an attack on it. */
	long quietP99() {
		return this.quietP99;
	}

	/** Bytes in use after the last attack and a collection. */
	long memory() {
		return this.memory;
	}

	/** Attacks the service while the other client calls. In the middle it is swapped. */
	Outcome attack(Attack attack) throws Exception {
		long before = this.memory;
		int lines = log();
		Map<String, Double> meters = meters();
		LoadResult others;
		Map<String, Double> during;
		boolean closed;
		try (Attacker attacker = new Attacker(attack, this.port)) {
			CompletableFuture<Boolean> hungUpBeforeSwap = CompletableFuture.supplyAsync(() -> {
				boolean already = attacker.isHungUpOn();
				swap();
				return already;
			}, CompletableFuture.delayedExecutor(attack.length().toMillis() / 2, TimeUnit.MILLISECONDS));
			try {
				others = load(attack.length());
				during = meters();
			}
			finally {
				closed = hungUpBeforeSwap.get();
			}
		}
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(sum(scrape(), "grpc_tuning_connections_open")).isLessThan(5));
		this.http.get("/actuator/health").expect(200);
		// A handshake that does not go on keeps its memory until its timeout.
		await().atMost(PATIENCE).untilAsserted(() -> {
			this.memory = collect();
			assertThat(this.memory).as("bytes in use").isLessThan(before / 5 * 6 + (32 << 20));
		});
		return new Outcome(attack, others, closed, before, this.memory, log() - lines,
				METERS.stream().anyMatch((name) -> !meters.get(name).equals(during.get(name))), this.process.out());
	}

	private void swap() {
		this.generation++;
		String change = "{\"maxConcurrentCallsPerConnection\": %d, \"guard\": false}".formatted(1000 + this.generation);
		assertThat(this.http.post("/actuator/grpctuning", change).expect(200).body())
			.contains("\"generation\":" + this.generation);
	}

	private Map<String, Double> meters() {
		String scrape = scrape();
		return METERS.stream().collect(Collectors.toMap((name) -> name, (name) -> sum(scrape, name)));
	}

	private String scrape() {
		return this.http.get("/actuator/prometheus").body();
	}

	private static double sum(String scrape, String name) {
		return scrape.lines()
			.filter((line) -> line.startsWith(name))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
			.sum();
	}

	private int log() throws IOException {
		return (int) this.process.out().lines().count() + this.process.errLines().size();
	}

	/** Bytes in use after a collection: heap, other areas and Netty's buffers. */
	private long collect() throws IOException, InterruptedException {
		new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
				Long.toString(this.process.pid()), "GC.run")
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start()
			.waitFor();
		String scrape = scrape();
		return (long) (sum(scrape, "jvm_memory_used_bytes") + sum(scrape, "grpc_tuning_allocator_memory_bytes"));
	}

	@Override
	public void close() {
		this.process.close();
	}

}
