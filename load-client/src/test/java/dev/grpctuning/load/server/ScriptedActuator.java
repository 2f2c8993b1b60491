package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** An actuator on a loopback port that answers as it is told, and 404 to all else. */
public final class ScriptedActuator implements AutoCloseable {

	private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();

	private final List<String> posted = new CopyOnWriteArrayList<>();

	private final List<String> asked = new CopyOnWriteArrayList<>();

	private final List<String> authorizations = new CopyOnWriteArrayList<>();

	private final HttpServer server;

	private ScriptedActuator() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	public static ScriptedActuator start() throws IOException {
		return new ScriptedActuator();
	}

	/**
	 * Adds an answer. The last one to a request is given again and again.
	 * @param request such as {@code GET /grpctuning}
	 * @param status status of the answer; 0 ends the connection without one
	 */
	public ScriptedActuator answer(String request, int status, String body) {
		this.answers.computeIfAbsent(request, (key) -> new ArrayDeque<>()).add(new Answer(status, body));
		return this;
	}

	/** Adds a tuning as an answer, with a number of generations that drain. */
	public ScriptedActuator tuning(int draining, String... knobs) {
		return answer("GET /grpctuning", 200,
				"{\"draining\": [%s], \"knobs\": [%s], \"jvm\": {\"version\": \"25.0.3+9-LTS\"}}".formatted(
						String.join(",", List.of("{}", "{}", "{}").subList(0, draining)), String.join(",", knobs)));
	}

	/** A knob as the endpoint shows it: name and origin as texts, the rest as JSON. */
	public static String knob(String name, String configured, String effective, String pending, String origin) {
		return """
				{"name": "%s", "configured": %s, "effective": %s, "pending": %s, "scope": "LIVE", "origin": "%s",
				"unit": null, "description": "What it does."}""".formatted(name, configured, effective, pending,
				origin);
	}

	public URI base() {
		return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + "/actuator");
	}

	public List<String> posted() {
		return this.posted;
	}

	public List<String> asked() {
		return this.asked;
	}

	public List<String> authorizations() {
		return this.authorizations;
	}

	private void answer(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		String request = exchange.getRequestMethod() + " "
				+ exchange.getRequestURI().getPath().replaceFirst("/actuator", "");
		this.asked.add(request);
		this.authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
		if (exchange.getRequestMethod().equals("POST")) {
			this.posted.add(body);
		}
		Answer answer = next(request);
		if (answer.status() == 0) {
			exchange.close();
			return;
		}
		byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(answer.status(), (bytes.length != 0) ? bytes.length : -1);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

	private synchronized Answer next(String request) {
		Deque<Answer> script = this.answers.getOrDefault(request, new ArrayDeque<>());
		Answer answer = (script.size() > 1) ? script.poll() : script.peek();
		return (answer != null) ? answer : new Answer(404, "");
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

	private record Answer(int status, String body) {
	}

}
