package dev.grpctuning.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.grpctuning.charts.ChartFiles;

/** Serves the page and the events that a test sends. The test sets its clock. */
final class StubService implements AutoCloseable {

	static final int START = 1_800_000_000;

	/** Markup that would be seen if it were read as such. */
	static final String MARKUP = "<img src=x onerror=document.title=1><b>bold</b>";

	/** Below a prefix that the service does not know. */
	private static final String BASE = "/proxy/actuator/ops/tuning";

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<OutputStream> viewers = new CopyOnWriteArrayList<>();

	private final HttpServer server;

	private volatile String history = history(60);

	private volatile boolean refusing;

	private volatile String plan = "";

	private volatile String mode = "APPLY";

	private volatile boolean autopilot = true;

	private volatile boolean stopped;

	private StubService(HttpServer server) {
		this.server = server;
		server.setExecutor(this.threads);
		server.createContext("/", this::answer);
	}

	static StubService start() throws IOException {
		StubService service = new StubService(
				HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
		service.server.start();
		return service;
	}

	URI page() {
		return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + BASE + "/console");
	}

	/** Sets how many points a page is told of that connects. */
	void remember(int points) {
		this.history = history(points);
	}

	/** Sets what the service answers to changes. */
	void plan(String json) {
		this.plan = json;
	}

	/** Lets nobody read the autopilot. */
	void hideAutopilot() {
		this.autopilot = false;
	}

	int viewers() {
		return this.viewers.size();
	}

	/** Sends an event to all pages. */
	synchronized void send(String event, String json) {
		byte[] bytes = "event: %s\ndata: %s\n\n".formatted(event, json.replace("\n", ""))
			.getBytes(StandardCharsets.UTF_8);
		for (OutputStream viewer : this.viewers) {
			try {
				viewer.write(bytes);
				viewer.flush();
			}
			catch (IOException ex) {
				this.viewers.remove(viewer);
			}
		}
	}

	/** Ends all connections, and takes no new ones until it is told to. */
	void lose(boolean lost) throws IOException {
		this.refusing = lost;
		for (OutputStream viewer : this.viewers) {
			this.viewers.remove(viewer);
			viewer.close();
		}
	}

	static String point(int second) {
		return """
				{"at": %d.5, "calls": {"ended": {"OK": %d, "UNAVAILABLE": 3, "%s": 1}, "good": 990, "refused": 1, "open": 12, "openStreams": 0},
				"latency": {"p50": 0.8, "p99": 3.2, "p999": 39.1},
				"work": {"queued": 2, "active": 2, "waiting": {"mean": 0.02, "p99": 1.4}, "executors": [
				{"name": "fork-join", "canary": false, "calls": 1080, "p99": 3}, {"name": "%s", "canary": true, "calls": 120, "p99": 4}]},
				"lag": {"mean": 0.1, "max": 4.3}, "connections": 4,
				"jvm": {"threads": 41, "heapUsed": %d, "heapMax": 4096, "gc": 0.4, "cpu": 37.5}}"""
			.formatted(START + second, 1000 + second % 50, MARKUP, MARKUP, 100 + second % 50);
	}

	static String change(int second) {
		return change(second, "executor.type", MARKUP, "virtual");
	}

	static String change(int second, String knob, String from, String to) {
		return """
				{"at": "%s", "by": "%s", "outcome": "APPLIED", "generation": 2, "replacement": null, "tookMillis": 2.5, "detail": "%s",
				"changes": [{"knob": "%s", "from": "%s", "to": "%s", "effect": "LIVE", "tookMillis": 2.5}]}"""
			.formatted(Instant.ofEpochSecond(START + second), MARKUP, MARKUP, knob, from, to);
	}

	/** The start or the end of slices, as a change. */
	static String slices(int second, String outcome) {
		return """
				{"at": "%s", "by": "%s", "outcome": "%s", "generation": 2, "replacement": null, "tookMillis": 0, "detail": "%s", "changes": []}"""
			.formatted(Instant.ofEpochSecond(START + second), MARKUP, outcome, MARKUP);
	}

	static String history(int points) {
		return """
				{"service": "%s", "processors": 2, "interval": 1, "points": [%s], "changes": [%s],
				"connections": {"path": "/actuator/conns", "tuningPath": "/actuator/ops/tuning", "writable": false},
				"autopilot": {"path": "/actuator/pilot", "tuningPath": "/actuator/ops/tuning", "writable": true},
				"slices": {"path": "/actuator/slices", "tuningPath": "/actuator/ops/tuning", "writable": true},
				"presets": [{"name": "%s", "description": "%s", "values": {"executor.type": "direct"}}], "writable": true}"""
			.formatted(MARKUP, IntStream.range(0, points).mapToObj(StubService::point).collect(Collectors.joining(",")),
					change(points / 2), MARKUP, MARKUP);
	}

	private static String tuning() {
		String knobs = List.of("executor.type", "executor.threads", "limit.concurrent-calls", "jvm.max-heap")
			.stream()
			.map((name) -> """
					{"name": "%s", "configured": "%s", "effective": "%s", "pending": "%s", "scope": "%s", "origin": "%s",
					"unit": null, "choices": null, "description": "%s"}"""
				.formatted(name, MARKUP, MARKUP, MARKUP, name.startsWith("jvm") ? "JVM" : "LIVE", MARKUP, MARKUP))
			.collect(Collectors.joining(","));
		return """
				{"at": "%s", "knobs": [%s], "advice": [{"knob": "%s", "found": "%s", "reason": "%s", "set": "%s"}],
				"leases": [{"id": 7, "by": "%s", "reason": "%s", "until": "%s", "knobs": ["executor.type", "%s"]}]}"""
			.formatted(Instant.ofEpochSecond(START), knobs, MARKUP, MARKUP, MARKUP, MARKUP, MARKUP, MARKUP,
					Instant.ofEpochSecond(START + 272), MARKUP);
	}

	private static String connections() {
		return """
				{"open": 1, "accepted": 3, "refused": 0, "max": null, "connections": [{"id": 1, "generation": 1,
				"remoteAddress": "%s", "eventLoop": "%s", "opened": "2027-01-15T08:00:00Z", "streams": null}]}"""
			.formatted(MARKUP, MARKUP);
	}

	private String autopilot() {
		String candidate = "{\"values\": {\"executor.type\": \"%s\", \"executor.threads\": null}, \"why\": \"%s\"}"
			.formatted(MARKUP, MARKUP);
		String decision = """
				{"at": "%s", "candidate": %s, "verdict": "BETTER", "detail": null, "seconds": 14.2, "adopted": false, "differences": [
				{"figure": "OUTSIDE", "percent": -0.2, "low": -0.9, "high": 0.4},
				{"figure": "CPU_PER_CALL", "percent": -21.4, "low": -30.1, "high": -12}]}"""
			.formatted(Instant.ofEpochSecond(START), candidate);
		return """
				{"mode": "%s", "doing": "compares %s", "load": {"callsPerSecond": 1200, "method": "%s"}, "settings": {"executor.type": "%s"},
				"trial": {"candidate": %s, "seconds": 3.2, "batches": 8, "differences": [{"figure": "GOODPUT", "percent": 4.1, "low": null,
				"high": null}, {"figure": "P99", "percent": 31, "low": 8, "high": 290}]}, "next": [%s], "decisions": [%s, %s],
				"recommended": [{"candidate": {"values": {"executor.threads": "8"}, "why": "%s"}, "differences": []}],
				"exploration": {"seconds": 190, "outside": 3, "secondsLeft": 170, "experiments": {"BETTER": 1, "NO_GAIN": 4}},
				"savedCpuPercent": 12.4}"""
			.formatted(this.mode, MARKUP, MARKUP, MARKUP, candidate, candidate, decision,
					decision.replace("BETTER", "NO_GAIN")
						.replace("null, \"seconds\"", '"' + MARKUP + "\", \"seconds\""),
					MARKUP);
	}

	private void sendAutopilot(HttpExchange exchange) throws IOException {
		if (exchange.getRequestMethod().equals("POST")) {
			String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
			this.mode = body.split("\"")[3].toUpperCase(Locale.ROOT);
		}
		if (this.autopilot) {
			send(exchange, "application/json", autopilot());
		}
		else {
			exchange.sendResponseHeaders(403, -1);
		}
	}

	private void sendSlices(HttpExchange exchange) throws IOException {
		this.stopped |= exchange.getRequestMethod().equals("DELETE");
		send(exchange, "application/json", """
				{"ended": %s, "by": "%s", "startsAtMicros": 7000000, "nowMicros": 8000000, "sliceMicros": 50000,
				"planned": 5460, "seed": 7, "candidates": [{}, {"executor.type": "%s"}], "slices": []}"""
			.formatted(this.stopped ? "\"stopped\"" : "null", MARKUP, MARKUP));
		if (this.stopped) {
			send("change", slices(58, "SLICES_ENDED"));
		}
	}

	private void answer(HttpExchange exchange) throws IOException {
		if (this.refusing) {
			exchange.close();
			return;
		}
		String path = exchange.getRequestURI().getPath();
		exchange.getResponseHeaders()
			.set("Content-Security-Policy",
					"default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self' data:");
		switch (path) {
			case BASE + "/console/events" -> {
				exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
				exchange.sendResponseHeaders(200, 0);
				synchronized (this) {
					this.viewers.add(exchange.getResponseBody());
					send("history", this.history);
					send("diagnosis", "{\"text\": \"%s\"}".formatted(MARKUP));
				}
			}
			case BASE ->
				send(exchange, "application/json", exchange.getRequestMethod().equals("POST") ? this.plan : tuning());
			case "/proxy/actuator/pilot" -> sendAutopilot(exchange);
			case "/proxy/actuator/slices" -> sendSlices(exchange);
			case "/proxy/actuator/conns" -> send(exchange, "application/json", connections());
			case BASE + "/console" -> send(exchange, "text/html", resource("console.html"));
			default -> {
				String name = path.substring(path.lastIndexOf('/') + 1);
				String text = name.equals("echarts.js") ? ChartFiles.library()
						: (ChartFiles.MODULES.contains(name) || name.equals(ChartFiles.STYLE)) ? ChartFiles.text(name)
								: resource(name);
				send(exchange, name.endsWith("css") ? "text/css" : "text/javascript", text);
			}
		}
	}

	private static void send(HttpExchange exchange, String type, String text) throws IOException {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", type + ";charset=utf-8");
		exchange.sendResponseHeaders(200, bytes.length);
		try (OutputStream out = exchange.getResponseBody()) {
			out.write(bytes);
		}
	}

	private static String resource(String name) {
		try (InputStream in = StubService.class.getResourceAsStream(name)) {
			return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
