package dev.grpctuning.load.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.charts.ChartFiles;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class LiveServerIT {

	private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

	private final Now now = new Now("compare", System::nanoTime);

	private @Nullable Supplier<String> report;

	private LiveServer server;

	@BeforeEach
	void start() throws IOException {
		this.server = new LiveServer("compare", 0, (version, seconds) -> this.now.next(version, seconds).title(),
				() -> (this.report != null) ? this.report.get() : null);
	}

	@AfterEach
	void end() {
		this.server.close();
	}

	@Test
	void whenThePageIsOpenedThenItLinksOnlyToWhatIsServed() throws IOException {
		String page = ask("GET", "/", "localhost");
		assertThat(page).startsWith("HTTP/1.1 200")
			.contains("X-content-type-options: nosniff", "data-command=\"compare\"");
		assertThat(page)
			.containsPattern("Content-security-policy: default-src 'none'; script-src 'self' 'nonce-\\w+';");
		List<String> links = Pattern.compile("(?:src|href|:)=?\"(/[^\"]+)\"")
			.matcher(page)
			.results()
			.map((link) -> link.group(1))
			.toList();
		assertThat(links).hasSizeGreaterThanOrEqualTo(5 + ChartFiles.MODULES.size());
		for (String link : links) {
			assertThat(ask("GET", link, "localhost")).as(link).startsWith("HTTP/1.1 200");
		}
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			GET, /../report.html, localhost, 404
			GET, /report/live.html, localhost, 404
			GET, /application.yml, localhost, 404
			GET, /live, localhost, 404
			GET, /, attacker.example, 421
			GET, /echarts.js, 127.0.0.1.attacker.example, 421
			GET, /, localhost.attacker.example:80, 421
			GET, /, localhost:4711, 200
			GET, /echarts.js, 127.0.0.1:80, 200
			POST, /, localhost, 405
			PUT, /, localhost, 405
			DELETE, /, localhost, 405
			OPTIONS, /, localhost, 405
			""")
	void whenSomethingIsAskedForThenOnlyThisMachineGetsIt(String method, String path, String host, int status)
			throws IOException {
		assertThat(ask(method, path, host)).startsWith("HTTP/1.1 " + status);
	}

	@Test
	void whenThereAreNoResultsThenThereIsNoReport() throws IOException {
		assertThat(ask("GET", "/report", "localhost")).startsWith("HTTP/1.1 204");
		this.report = (() -> "<p>A result</p>");
		assertThat(ask("GET", "/report", "localhost")).startsWith("HTTP/1.1 200").endsWith("<p>A result</p>");
	}

	@Test
	void whenTheReportCannotBeDrawnThenTheServerGoesOn() throws IOException {
		this.report = (() -> {
			throw new IllegalStateException("no run");
		});
		assertThat(ask("GET", "/report", "localhost")).startsWith("HTTP/1.1 500").contains("no run");
		assertThat(ask("GET", "/", "localhost")).startsWith("HTTP/1.1 200");
	}

	@Test
	void whenThereIsAChangeThenEachPageThatWaitsGetsIt() throws Exception {
		assertThat(this.server.isSeen()).isFalse();
		List<CompletableFuture<String>> answers = Stream.of("one", "two")
			.map((page) -> CompletableFuture.supplyAsync(() -> next(page, 0)))
			.toList();
		await().until(this.server::isSeen);
		this.now.title("changed", null);
		assertThat(answers).allSatisfy((answer) -> assertThat(answer).succeedsWithin(Duration.ofSeconds(30))
			.asString()
			.startsWith("HTTP/1.1 200")
			.endsWith("changed"));
		assertThat(next("one", -1)).startsWith("HTTP/1.1 400");
	}

	@Test
	void whenItEndsThenItWaitsUntilOpenPagesHaveTheReport() throws Exception {
		this.report = () -> "the report";
		Thread end = Thread.ofVirtual().unstarted(() -> {
			try {
				this.server.awaitLastFetch(Duration.ofSeconds(30));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		this.now.title("changed", null);
		next("one", 0);
		end.start();
		assertThat(ask("GET", "/report", "localhost")).endsWith("the report");
		assertThat(this.server.isSeen()).isTrue();
		assertThat(ask("GET", "/report?one", "localhost")).endsWith("the report");
		assertThat(this.server.isSeen()).isFalse();
		assertThat(end.join(Duration.ofSeconds(20))).isTrue();
	}

	@Test
	void whenNoPageIsOpenThenItEndsAtOnce() throws Exception {
		this.server.awaitLastFetch(Duration.ofDays(1));
	}

	@Test
	void whenThePortIsInUseThenTheLineSaysWhatToDo() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK);
				Live live = new Live(new LiveProperties(true, taken.getLocalPort(), false))) {
			assertThatExceptionOfType(UsageException.class).isThrownBy(() -> live.open("run", false))
				.withMessage("live.port: %d cannot be used (in use); name another port, or use --live=false."
					.formatted(taken.getLocalPort()));
		}
	}

	private InetSocketAddress address() {
		return new InetSocketAddress(LOOPBACK, URI.create(this.server.url()).getPort());
	}

	private Socket connect() throws IOException {
		Socket socket = new Socket();
		socket.connect(address());
		return socket;
	}

	private String next(String page, int version) {
		try {
			return ask("GET", "/now?page=%s&version=%d&seconds=0".formatted(page, version), "localhost");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** All of an answer, as it is on the wire. */
	private String ask(String method, String path, String host) throws IOException {
		try (Socket socket = connect()) {
			socket.getOutputStream()
				.write("%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(method, path, host)
					.getBytes(StandardCharsets.UTF_8));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
