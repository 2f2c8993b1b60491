package dev.grpctuning.load.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.charts.ChartFiles;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class LiveServerIT {

	private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

	private final DrawnReport report = new DrawnReport();

	private LiveServer server;

	@BeforeEach
	void start() throws IOException {
		this.server = new LiveServer("compare", 0, () -> "{\"title\":\"now\"}", this.report);
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
	@ValueSource(strings = { "/../report.html", "/report/live.html", "/application.yml", "/live" })
	void whenAnythingElseIsAskedForThenThereIsNone(String path) throws IOException {
		assertThat(ask("GET", path, "localhost")).startsWith("HTTP/1.1 404");
	}

	@ParameterizedTest
	@CsvSource({ "attacker.example, 421", "127.0.0.1.attacker.example, 421", "localhost.attacker.example:80, 421",
			"localhost, 200", "localhost:4711, 200", "127.0.0.1:80, 200" })
	void whenANameIsNotOfThisMachineThenItIsRefused(String host, int status) throws IOException {
		assertThat(ask("GET", "/", host)).startsWith("HTTP/1.1 " + status);
		assertThat(ask("GET", "/echarts.js", host)).startsWith("HTTP/1.1 " + status);
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "DELETE", "OPTIONS" })
	void whenTheMethodIsNotGetThenItIsRefused(String method) throws IOException {
		assertThat(ask(method, "/", "localhost")).startsWith("HTTP/1.1 405").contains("Allow: GET");
	}

	@Test
	void whenThereAreNoResultsThenThereIsNoReport() throws IOException {
		assertThat(ask("GET", "/report", "localhost")).startsWith("HTTP/1.1 204");
		this.report.of(() -> "<p>A result</p>");
		assertThat(ask("GET", "/report", "localhost")).startsWith("HTTP/1.1 200").endsWith("<p>A result</p>");
	}

	@Test
	void whenTheReportCannotBeDrawnThenTheServerGoesOn() throws IOException {
		this.report.of(() -> {
			throw new IllegalStateException("no run");
		});
		assertThat(ask("GET", "/report", "localhost")).startsWith("HTTP/1.1 500").contains("no run");
		assertThat(ask("GET", "/", "localhost")).startsWith("HTTP/1.1 200");
	}

	@Test
	void whenSeveralViewThenEachGetsAllEvents() throws Exception {
		try (Events one = new Events(); Events two = new Events()) {
			assertThat(one.next()).isEqualTo("now {\"title\":\"now\"}");
			assertThat(two.next()).isEqualTo("now {\"title\":\"now\"}");
			this.server.send("line", "\"hello\"");
			assertThat(one.next()).isEqualTo("line \"hello\"");
			assertThat(two.next()).isEqualTo("line \"hello\"");
		}
	}

	@Test
	void whenOneDoesNotReadThenItIsCutOffAndNobodyWaits() throws Exception {
		try (Events reads = new Events(); Socket lazy = new Socket()) {
			assertThat(reads.next()).startsWith("now");
			lazy.setReceiveBufferSize(4096);
			lazy.connect(address());
			lazy.getOutputStream()
				.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
			await().until(() -> this.server.viewers() == 2);
			String large = "\"" + "x".repeat(1 << 17) + "\"";
			int sent = 0;
			long longest = 0;
			while (this.server.viewers() == 2) {
				long begun = System.nanoTime();
				this.server.send("line", large);
				longest = Math.max(longest, System.nanoTime() - begun);
				sent++;
				assertThat(reads.next()).startsWith("line").hasSize(5 + large.length());
			}
			assertThat(sent).isGreaterThan(Viewer.CAPACITY);
			assertThat(Duration.ofNanos(longest)).isLessThan(Duration.ofSeconds(10));
			this.server.send("line", "\"more\"");
			assertThat(reads.next()).isEqualTo("line \"more\"");
		}
	}

	@Test
	void whenItEndsThenItWaitsUntilOpenPagesHaveClosedTheirEvents() throws Exception {
		this.report.of(() -> "the report");
		try (Events page = new Events()) {
			assertThat(page.next()).startsWith("now");
			Thread end = Thread.ofVirtual().start(() -> {
				try {
					this.server.end(Duration.ofSeconds(30));
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			});
			assertThat(page.next()).isEqualTo("end {}");
			assertThat(end.isAlive()).isTrue();
			assertThat(ask("GET", "/report", "localhost")).endsWith("the report");
			assertThat(end.isAlive()).isTrue();
			page.leave();
			assertThat(end.join(Duration.ofSeconds(20))).isTrue();
		}
	}

	@Test
	void whenNoPageIsOpenThenItEndsAtOnce() throws Exception {
		this.server.end(Duration.ofDays(1));
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

	/** All of an answer, as it is on the wire. */
	private String ask(String method, String path, String host) throws IOException {
		try (Socket socket = connect()) {
			socket.getOutputStream()
				.write("%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(method, path, host)
					.getBytes(StandardCharsets.UTF_8));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	/** A page that is open, which gets events. */
	private final class Events implements AutoCloseable {

		private final HttpURLConnection connection = (HttpURLConnection) URI
			.create(LiveServerIT.this.server.url() + "events")
			.toURL()
			.openConnection();

		private final BufferedReader in = new BufferedReader(
				new InputStreamReader(this.connection.getInputStream(), StandardCharsets.UTF_8));

		Events() throws IOException {
		}

		void leave() {
			this.connection.disconnect();
		}

		/** The name and the data of the next event. */
		String next() throws IOException {
			String line = this.in.readLine();
			while (!line.startsWith("event: ")) {
				line = this.in.readLine();
			}
			return line.substring("event: ".length()) + " " + this.in.readLine().substring("data: ".length());
		}

		@Override
		public void close() throws IOException {
			this.in.close();
		}

	}

}
