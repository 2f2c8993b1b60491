package dev.grpctuning.load.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** What remains of the calls of {@code ./lab drive}, which may go on for days. */
@StartsApplications
@Timeout(300)
class LongDriveIT {

	private static final Pattern LIVE = Pattern.compile("Total +(\\d+)");

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	@Execution(ExecutionMode.CONCURRENT)
	void whenItGoesOnThenMemoryThreadsAndFilesStayTheSame(String engine) throws Exception {
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.clientWith(List.of("-Xmx96m"), this.folder, "drive",
						"--load.target=" + server.address(), "--load.open.rate=800", "--load.engine=" + engine,
						"--load.channels=4", "--load.open.max-lag=1m", "--server.port=0")) {
			Http http = lab.http();
			awaitAnswers(http, 3000);
			Footprint early = Footprint.of(lab.pid());
			awaitAnswers(http, 7000);
			Footprint middle = Footprint.of(lab.pid());
			awaitAnswers(http, 11000);
			Footprint late = Footprint.of(lab.pid());
			// What is made once, as for the first scrape, falls into one of the two.
			assertThat(Math.min(middle.objects() - early.objects(), late.objects() - middle.objects()))
				.as("one for each call would be 4,000")
				.isLessThan(2000);
			assertThat(Math.min(middle.threads() - early.threads(), late.threads() - middle.threads()))
				.isLessThanOrEqualTo(2);
			assertThat(Math.min(middle.files() - early.files(), late.files() - middle.files())).isLessThanOrEqualTo(2);
			lab.terminate();
			assertThat(lab.exitCode()).isZero();
		}
	}

	private static void awaitAnswers(Http http, int calls) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.pollInterval(Duration.ofMillis(300))
			.until(() -> LoadActuator.sum(http, "load_calls_answered_total") >= calls
					// Each open call has some objects.
					&& LoadActuator.sum(http, "load_calls_open") <= 100);
	}

	/**
	 * What a process has after a full collection. Bytes would not do: the histograms grow
	 * with the longest response time, up to a limit, by megabytes on a slow machine.
	 */
	private record Footprint(long objects, int threads, long files) {

		static Footprint of(long pid) throws IOException, InterruptedException {
			// It counts at the end of a collection, before there is garbage again.
			Matcher live = LIVE.matcher(jcmd(pid, "GC.class_histogram"));
			assertThat(live.find()).isTrue();
			long objects = Long.parseLong(live.group(1));
			assertThat(objects).isPositive();
			Path process = Path.of("/proc", String.valueOf(pid));
			try (Stream<Path> threads = Files.list(process.resolve("task"));
					Stream<Path> files = Files.list(process.resolve("fd"))) {
				return new Footprint(objects, (int) threads.count(), files.count());
			}
		}

		private static String jcmd(long pid, String command) throws IOException, InterruptedException {
			Process jcmd = new ProcessBuilder(System.getProperty("java.home") + "/bin/jcmd", String.valueOf(pid),
					command)
				.redirectErrorStream(true)
				.start();
			String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(jcmd.waitFor()).as(answer).isZero();
			return answer;
		}

	}

}
