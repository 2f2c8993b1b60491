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
 * The slowest calls of a run that something holds up for seconds, which is longer than
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
			  server:
			    settle: 0s
			    jvm-options: [-Xmx512m, -XX:+UseSerialGC]
			    properties: {hello.work.max-delay: 5s, grpc.tuning.worker-threads: 1}
			  variants:
			    - name: direct
			      profile: direct
			""";

	private static final Pattern GRPC_PORT = Pattern.compile("--grpc\\.server\\.port=(\\d+)");

	private static final int MILLIS = 3000;

	/** Other work on the machine may hold up calls too. */
	private static final int ATTEMPTS = 3;

	private static final double NEARLY_ALL = 0.9;

	@TempDir
	private Path folder;

	@Test
	void whenAHandlerBlocksTheEventLoopThenTheSlowestCallsWereBehindIt() throws Exception {
		assertCause("event-loop", "behind a blocked event loop", (lab) -> {
			ManagedChannel other = ManagedChannelBuilder.forAddress("127.0.0.1", grpcPort(lab)).usePlaintext().build();
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
		});
	}

	@Test
	void whenTheClientStandsStillThenTheSlowestCallsWereDueInItsPause() throws Exception {
		assertCause("client-pause", "during a pause of the client", (lab) -> stopFor(lab.pid()));
	}

	@Test
	void whenTheServerCollectsItsHeapThenTheSlowestCallsWaitedForThat() throws Exception {
		assertCause("full-collection", "during a full collection", (lab) -> collect(lab.children().getFirst().pid()));
	}

	private void assertCause(String cause, String words, Trouble trouble) throws Exception {
		AppProcess lab = run(1, trouble);
		for (int attempt = 2; attempt <= ATTEMPTS && shares(lab).getOrDefault(cause, 0.0) <= NEARLY_ALL; attempt++) {
			lab = run(attempt, trouble);
		}
		assertThat(shares(lab)).hasEntrySatisfying(cause, (share) -> assertThat(share).isGreaterThan(NEARLY_ALL));
		assertThat(lab.out()).contains("direct: Of the slowest 1 % (40 calls, from ", words);
		assertThat(Files.readString(lab.results().resolve("report.html"))).contains(words);
		assertThat(Files.readString(lab.results().resolve("report.md"))).contains(words);
	}

	/** Runs the experiment to its end, with something that holds up its calls. */
	private AppProcess run(int attempt, Trouble trouble) throws Exception {
		Path own = Files.createDirectory(this.folder.resolve(String.valueOf(attempt)));
		Files.writeString(own.resolve("tail.yml"), EXPERIMENT);
		try (AppProcess lab = AppProcess.client(own, "--experiment=tail.yml")) {
			awaitCalls(lab);
			trouble.make(lab);
			assertThat(lab.exitCode()).as(() -> lines(lab)).isZero();
			return lab;
		}
	}

	/** Waits until calls of the measured part are made. */
	private static void awaitCalls(AppProcess lab) {
		Pattern measured = Pattern.compile(" +\\d+ s +[1-9]\\d* % .*/s p99 ");
		await().atMost(Duration.ofMinutes(2))
			.until(() -> lab.errLines().stream().anyMatch((line) -> measured.matcher(line).find()));
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

	private static Map<String, Double> shares(AppProcess lab) throws IOException {
		JsonObject run = Results.objects(Results.objects(Results.result(lab.results()), "variants").getFirst(), "runs")
			.getFirst();
		return Results.objects(run.getAsJsonObject("diagnosis").getAsJsonObject("tail"), "causes")
			.stream()
			.collect(Collectors.toMap((part) -> part.get("cause").getAsString(),
					(part) -> part.get("share").getAsDouble()));
	}

	private static String lines(AppProcess lab) {
		try {
			return String.join("\n", lab.errLines());
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	/** Something that holds up the calls of a running lab. */
	@FunctionalInterface
	private interface Trouble {

		void make(AppProcess lab) throws Exception;

	}

}
