package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.google.gson.JsonObject;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.testkit.Alone;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The slowest calls of runs that something holds up for seconds, which is longer than
 * what else may happen on a busy machine. The slowest calls waited for nearly all of it.
 */
@Alone
@StartsApplications
@Timeout(300)
class TailIT {

	private static final String EXPERIMENT = """
			load:
			  engine: raw
			  model: open
			  open.rate: 500
			  duration: 8s
			  warmup: 1s
			  channels: 1
			  deadline: 20s
			  max-open-calls: 20000
			experiment:
			  name: tail
			  control: false
			  slices: false
			  server:
			    mode: retune
			    settle: 0s
			    jvm-options: [-Xmx512m, -XX:+UseSerialGC]
			    properties: {hello.work.max-delay: 5s, grpc.tuning.worker-threads: 1, grpc.tuning.executor.type: direct}
			  variants:
			    - name: event-loop
			    - name: client-pause
			    - name: full-collection
			""";

	/** What the reports say of each cause, which has the name of its variant. */
	private static final Map<String, String> WORDS = Map.of("event-loop", "behind a blocked event loop", "client-pause",
			"during a pause of the client", "full-collection", "during a full collection");

	private static final Pattern MEASURED = Pattern.compile(" +\\d+ s +[1-9]\\d* % .*/s p99 ");

	private static final Pattern GRPC_PORT = Pattern.compile("--grpc\\.server\\.port=(\\d+)");

	private static final int MILLIS = 3000;

	/** Other work on the machine may hold up calls too. */
	private static final int ATTEMPTS = 3;

	private static final double NEARLY_ALL = 0.9;

	@TempDir
	private Path folder;

	@Test
	void whenCallsAreHeldUpOnPurposeThenTheSlowestWereHeldUpByThat() throws Exception {
		AppProcess lab = run(1);
		for (int attempt = 2; attempt <= ATTEMPTS
				&& !shares(lab).values().stream().allMatch(TailIT::isNearlyAll); attempt++) {
			lab = run(attempt);
		}
		assertThat(shares(lab)).containsOnlyKeys(WORDS.keySet())
			.allSatisfy((cause, share) -> assertThat(share).as(cause).matches(TailIT::isNearlyAll));
		for (Map.Entry<String, String> cause : WORDS.entrySet()) {
			assertThat(lab.out()).contains(cause.getKey() + ": Of the slowest 1 % (40 calls, from ", cause.getValue());
			assertThat(Files.readString(lab.results().resolve("report.html"))).contains(cause.getValue());
			assertThat(Files.readString(lab.results().resolve("report.md"))).contains(cause.getValue());
		}
	}

	private static boolean isNearlyAll(double share) {
		return share > NEARLY_ALL;
	}

	/**
	 * Runs the experiment to its end, with something that holds up the calls of each run.
	 */
	private AppProcess run(int attempt) throws Exception {
		Path own = Files.createDirectory(this.folder.resolve(String.valueOf(attempt)));
		Files.writeString(own.resolve("tail.yml"), EXPERIMENT);
		try (AppProcess lab = AppProcess.client(own, "--experiment=tail.yml")) {
			awaitCalls(lab, "[1/3] event-loop");
			block(grpcPort(lab));
			awaitCalls(lab, "[2/3] client-pause");
			stopFor(lab.pid());
			awaitCalls(lab, "[3/3] full-collection");
			collect(lab.children().getFirst().pid());
			assertThat(lab.exitCode()).as(() -> lines(lab)).isZero();
			return lab;
		}
	}

	/** Waits until calls of the measured part of a run are made. */
	private static void awaitCalls(AppProcess lab, String run) {
		await().atMost(Duration.ofMinutes(2))
			.until(() -> lab.errLines()
				.stream()
				.dropWhile((line) -> !line.startsWith(run))
				.anyMatch((line) -> MEASURED.matcher(line).find()));
	}

	/** Calls a handler that takes long on the event loop. */
	private static void block(int port) {
		ManagedChannel other = ManagedChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
		try {
			Metadata delay = new Metadata();
			delay.put(Metadata.Key.of("x-work-delay-us", Metadata.ASCII_STRING_MARSHALLER), MILLIS + "000");
			HelloServiceGrpc.newBlockingStub(other)
				.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(delay))
				.sayHello(HelloRequest.getDefaultInstance());
		}
		finally {
			other.shutdownNow();
		}
	}

	private static int grpcPort(AppProcess lab) {
		return await().atMost(Duration.ofMinutes(1))
			.until(() -> lab.children()
				.stream()
				.flatMap((child) -> child.info().commandLine().stream())
				.map(GRPC_PORT::matcher)
				.filter(Matcher::find)
				.map((port) -> Integer.parseInt(port.group(1)))
				.findFirst()
				.orElse(0), (port) -> port != 0);
	}

	private static void stopFor(long pid) throws Exception {
		run("kill -STOP %d; sleep %d.%03d; kill -CONT %d".formatted(pid, MILLIS / 1000, MILLIS % 1000, pid));
	}

	/** Collects the whole heap often enough that calls wait for more than a second. */
	private void collect(long pid) throws Exception {
		Path commands = Files.writeString(this.folder.resolve("commands"), "GC.run\n".repeat(60));
		run("%s/bin/jcmd %d -f %s".formatted(System.getProperty("java.home"), pid, commands));
	}

	private static void run(String line) throws Exception {
		assertThat(new ProcessBuilder("bash", "-c", line).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start()
			.waitFor()).isZero();
	}

	/** The share of the cause in the slowest calls of each variant. */
	private static Map<String, Double> shares(AppProcess lab) throws IOException {
		return Results.objects(Results.result(lab.results()), "variants")
			.stream()
			.collect(Collectors.toMap((variant) -> variant.get("name").getAsString(), TailIT::share));
	}

	private static double share(JsonObject variant) {
		JsonObject run = Results.objects(variant, "runs").getFirst();
		return Results.objects(run.getAsJsonObject("diagnosis").getAsJsonObject("tail"), "causes")
			.stream()
			.filter((part) -> part.get("cause").equals(variant.get("name")))
			.mapToDouble((part) -> part.get("share").getAsDouble())
			.sum();
	}

	private static String lines(AppProcess lab) {
		try {
			return String.join("\n", lab.errLines());
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
