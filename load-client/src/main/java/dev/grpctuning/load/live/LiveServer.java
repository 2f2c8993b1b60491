package dev.grpctuning.load.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
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

	private static final int MOST_VIEWERS = 32;

	private static final int NONCE_BYTES = 16;

	private static final Duration PROBE = Duration.ofMillis(50);

	private static final String HTML = "text/html; charset=utf-8";

	private final String command;

	private final HttpServer server;

	private final Supplier<String> state;

	private final DrawnReport report;

	private final List<Viewer> viewers = new CopyOnWriteArrayList<>();

	private volatile boolean ended;

	/**
	 * Starts to serve.
	 * @param port 0 is a free one
	 * @param state the first state that an opened page shows, as JSON
	 */
	LiveServer(String command, int port, Supplier<String> state, DrawnReport report) throws IOException {
		this.command = command;
		this.state = state;
		this.report = report;
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 0);
		this.server.setExecutor(Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("live-", 0).factory()));
		this.server.createContext("/", this::handle);
		this.server.start();
	}

	String url() {
		return "http://127.0.0.1:%d/".formatted(this.server.getAddress().getPort());
	}

	int viewers() {
		return this.viewers.size();
	}

	/** Whether a page is open. */
	boolean isSeen() {
		return !this.viewers.isEmpty();
	}

	/** Sends an event to all open pages, and waits for none. */
	void send(String event, String data) {
		synchronized (this.viewers) {
			this.viewers.forEach((viewer) -> viewer.send(event(event, data)));
		}
	}

	private static String event(String event, String data) {
		return "event: %s\ndata: %s\n\n".formatted(event, data);
	}

	/**
	 * Ends the work; waits, but not long, until open pages have the final report. They
	 * have it when they have closed the stream of events, which only writing shows.
	 */
	void end(Duration longest) throws InterruptedException {
		this.ended = true;
		send("end", "{}");
		long start = System.nanoTime();
		while (isSeen() && System.nanoTime() - start < longest.toNanos()) {
			Thread.sleep(PROBE);
			this.viewers.forEach((viewer) -> viewer.send(":\n\n"));
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
				case "/events" -> events(exchange);
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

	private void report(HttpExchange exchange) throws IOException {
		byte @Nullable [] drawn;
		try {
			drawn = this.report.draw();
		}
		catch (RuntimeException ex) {
			refuse(exchange, 500, "The report cannot be drawn: " + ex);
			return;
		}
		if (drawn == null) {
			exchange.sendResponseHeaders(204, -1);
		}
		else {
			write(exchange, 200, HTML, drawn);
		}
	}

	private void events(HttpExchange exchange) throws IOException, InterruptedException {
		if (this.viewers.size() >= MOST_VIEWERS) {
			refuse(exchange, 503, "%d pages are open; close one.".formatted(MOST_VIEWERS));
			return;
		}
		exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
		exchange.sendResponseHeaders(200, 0);
		Viewer viewer = new Viewer(Thread.currentThread()::interrupt);
		synchronized (this.viewers) {
			// Before any event of a later state.
			this.viewers.add(viewer);
			viewer.send(event("now", this.state.get()));
		}
		if (this.ended) {
			viewer.send(event("end", "{}"));
		}
		try {
			viewer.write(exchange.getResponseBody());
		}
		finally {
			this.viewers.remove(viewer);
		}
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
		this.viewers.forEach(Viewer::close);
		this.server.stop(0);
	}

}
