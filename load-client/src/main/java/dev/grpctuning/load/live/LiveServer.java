package dev.grpctuning.load.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page on 127.0.0.1. Other sites cannot read it: it answers only requests for
 * a name of this machine, so none of theirs that a browser was made to look up here.
 */
final class LiveServer implements AutoCloseable {

	/** The port may be another one: that of an SSH tunnel. */
	private static final Pattern THIS_MACHINE = Pattern.compile("(127\\.0\\.0\\.1|localhost)(:\\d{1,5})?");

	private static final int NONCE_BYTES = 16;

	private static final Duration CHECK = Duration.ofMillis(50);

	/** A page asks again at once, after {@link Now#LONGEST_WAIT} at the latest. */
	private static final Duration LONGEST_SILENCE = Now.LONGEST_WAIT.multipliedBy(2);

	private static final Pattern NEXT = Pattern.compile("page=([\\w-]{1,40})&version=(\\d{1,9})&seconds=(\\d{1,9})");

	private static final String HTML = "text/html; charset=utf-8";

	private final String command;

	private final HttpServer server;

	private final States states;

	private final Supplier<@Nullable String> report;

	/** Open pages, with the time at which they asked last. */
	private final Map<String, Long> pages = new ConcurrentHashMap<>();

	/**
	 * Starts to serve.
	 * @param port 0 is a free one
	 * @param report draws the report, {@code null} if there are no results
	 */
	LiveServer(String command, int port, States states, Supplier<@Nullable String> report) throws IOException {
		this.command = command;
		this.states = states;
		this.report = report;
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 0);
		this.server.setExecutor(Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("live-", 0).factory()));
		this.server.createContext("/", this::handle);
		this.server.start();
	}

	String url() {
		return "http://127.0.0.1:%d/".formatted(this.server.getAddress().getPort());
	}

	/** Whether a page is open. */
	boolean isSeen() {
		long now = System.nanoTime();
		this.pages.values().removeIf((asked) -> now - asked > LONGEST_SILENCE.toNanos());
		return !this.pages.isEmpty();
	}

	/** Waits, but not long, until open pages have the final report. */
	void awaitLastFetch(Duration longest) throws InterruptedException {
		long start = System.nanoTime();
		while (isSeen() && System.nanoTime() - start < longest.toNanos()) {
			Thread.sleep(CHECK);
		}
	}

	private void handle(HttpExchange exchange) {
		try (exchange) {
			answer(exchange);
		}
		catch (IOException ex) {
			// The page was closed.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void answer(HttpExchange exchange) throws IOException, InterruptedException {
		exchange.getRequestBody().close();
		String nonce = nonce();
		secure(exchange.getResponseHeaders(), nonce);
		String host = exchange.getRequestHeaders().getFirst("Host");
		if (host == null || !THIS_MACHINE.matcher(host).matches()) {
			refuse(exchange, 421, "The live page is at " + url());
		}
		else if (!exchange.getRequestMethod().equals("GET")) {
			exchange.getResponseHeaders().set("Allow", "GET");
			refuse(exchange, 405, "The live page supports only GET.");
		}
		else {
			switch (exchange.getRequestURI().getPath()) {
				case "/" -> page(exchange, nonce);
				case "/now" -> next(exchange);
				case "/report" -> report(exchange);
				default -> file(exchange, exchange.getRequestURI().getPath().substring(1));
			}
		}
	}

	private static void secure(Headers headers, String nonce) {
		headers.set("Content-Security-Policy",
				"default-src 'none'; script-src 'self' 'nonce-%s'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
					.formatted(nonce));
		headers.set("X-Content-Type-Options", "nosniff");
		headers.set("Referrer-Policy", "no-referrer");
		headers.set("Cross-Origin-Opener-Policy", "same-origin");
		headers.set("Cross-Origin-Resource-Policy", "same-origin");
		headers.set("Cache-Control", "no-store");
	}

	private static String nonce() {
		byte[] bytes = new byte[NONCE_BYTES];
		new SecureRandom().nextBytes(bytes);
		return HexFormat.of().formatHex(bytes);
	}

	private void page(HttpExchange exchange, String nonce) throws IOException {
		write(exchange, 200, HTML, LiveFiles.page(this.command, nonce));
	}

	/** The page that asks with its own name has the final report after this. */
	private void report(HttpExchange exchange) throws IOException {
		try {
			String drawn = draw();
			if (drawn == null) {
				exchange.sendResponseHeaders(204, -1);
			}
			else {
				write(exchange, 200, HTML, LiveFiles.bytes(drawn));
			}
			this.pages.remove(String.valueOf(exchange.getRequestURI().getQuery()));
		}
		catch (RuntimeException ex) {
			refuse(exchange, 500, "The report cannot be drawn: " + ex);
		}
	}

	/** Draws for one page after another, because the load needs the processors. */
	private synchronized @Nullable String draw() {
		return this.report.get();
	}

	private void next(HttpExchange exchange) throws IOException, InterruptedException {
		Matcher query = NEXT.matcher(String.valueOf(exchange.getRequestURI().getQuery()));
		if (!query.matches()) {
			refuse(exchange, 400, "The query must be " + NEXT);
			return;
		}
		this.pages.put(query.group(1), System.nanoTime());
		String state = this.states.next(Integer.parseInt(query.group(2)), Integer.parseInt(query.group(3)));
		this.pages.put(query.group(1), System.nanoTime());
		write(exchange, 200, "application/json", LiveFiles.bytes(state));
	}

	private static void file(HttpExchange exchange, String name) throws IOException {
		LiveFiles.File file = LiveFiles.find(name);
		if (file == null) {
			refuse(exchange, 404, "The live page has no other files; they are beside report.html.");
		}
		else {
			write(exchange, 200, file.type(), file.content());
		}
	}

	private static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
		write(exchange, status, "text/plain; charset=utf-8", LiveFiles.bytes(reason + "\n"));
	}

	private static void write(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
		exchange.getResponseHeaders().set("Content-Type", type);
		exchange.sendResponseHeaders(status, content.length);
		exchange.getResponseBody().write(content);
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

	/** The state as JSON, after a change that the page does not have. */
	interface States {

		String next(int version, int seconds) throws InterruptedException;

	}

}
