package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** Reads and changes a server's tuning through its endpoint {@code grpctuning}. */
record TuningEndpoint(ObservedServer server) {

	static final JsonMapper JSON = new JsonMapper();

	private static final String PATH = "/grpctuning";

	private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

	/** A change may build a new server inside of the old one's JVM. */
	private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(30);

	private static final int ATTEMPTS = 3;

	/** Tuning of a server, empty if it has no endpoint or refuses connections. */
	Optional<ServerTuning> find() throws TuningRefusedException, InterruptedException {
		for (int attempt = 1;; attempt++) {
			try {
				HttpResponse<String> response = this.server.get(PATH, READ_TIMEOUT);
				if (response.statusCode() < 500) {
					return (response.statusCode() == 200) ? ServerTuning.of(json(response)) : Optional.empty();
				}
				if (attempt == ATTEMPTS) {
					throw unexpected(response);
				}
			}
			catch (ConnectException ex) {
				return Optional.empty();
			}
			catch (IOException ex) {
				if (attempt == ATTEMPTS) {
					throw new TuningRefusedException(url() + " does not answer: " + reason(ex));
				}
			}
		}
	}

	/** Tuning of a server that must have the endpoint. */
	ServerTuning read() throws TuningRefusedException, IOException, InterruptedException {
		HttpResponse<String> response = get(PATH);
		if (response.statusCode() != 200) {
			throw refused("read", response);
		}
		return ServerTuning.of(json(response)).orElseThrow(() -> unexpected(response));
	}

	private HttpResponse<String> get(String path) throws IOException, InterruptedException {
		try {
			return this.server.get(path, READ_TIMEOUT);
		}
		catch (IOException ex) {
			throw unreachable(ex);
		}
	}

	/** Whether nothing listens. A server that answers late counts as listening. */
	boolean isGone() throws InterruptedException {
		try {
			this.server.get(PATH, READ_TIMEOUT);
			return false;
		}
		catch (IOException ex) {
			return isRefused(ex);
		}
	}

	/**
	 * Whether a connection was refused: all else that keeps a connection from being made,
	 * such as that it takes too long, may pass and is no sign that the server ended. The
	 * client has a {@link ConnectException} for most of that, as a cause or around it.
	 */
	static boolean isRefused(IOException failure) {
		return failure instanceof ConnectException && causes(failure).noneMatch(
				(cause) -> cause instanceof UnresolvedAddressException || cause instanceof NoRouteToHostException);
	}

	private static Stream<Throwable> causes(IOException failure) {
		return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
	}

	/**
	 * Sets values instead of all that was changed before.
	 * @param dryRun whether the server only checks whether it would accept them
	 */
	void change(Map<String, String> values, boolean dryRun)
			throws TuningRefusedException, IOException, InterruptedException {
		HttpResponse<String> response;
		try {
			response = this.server.post(PATH, body(values, dryRun), CHANGE_TIMEOUT);
		}
		catch (IOException ex) {
			throw unreachable(ex);
		}
		switch (response.statusCode()) {
			case 200 -> {
			}
			case 400, 409 -> throw new TuningRefusedException(problems(response));
			case 405 -> throw new TuningRefusedException(
					"%s can only be read (405); set management.endpoint.grpctuning.access=unrestricted in the server."
						.formatted(url()));
			// A wrong password would not have read the tuning before.
			case 401, 403 -> throw this.server.hasCredentials() ? new TuningRefusedException(
					"%s: the user may read the tuning but not change it (%d); if the password is right, exclude the actuator from Spring Security's CSRF protection, which refuses every POST; docs/troubleshooting.md shows how."
						.formatted(url(), response.statusCode()))
					: refused("change", response);
			default -> throw refused("change", response);
		}
	}

	private static String body(Map<String, String> values, boolean dryRun) {
		Map<String, Object> body = new LinkedHashMap<>();
		body.put("reset", true);
		// A variant may be worse.
		body.put("guard", false);
		body.putAll(values);
		if (dryRun) {
			body.put("dryRun", true);
		}
		return JSON.writeValueAsString(body);
	}

	/** Why a change was refused or undone. */
	String problems(HttpResponse<String> response) throws TuningRefusedException {
		JsonNode answer = json(response);
		if (!answer.isObject()) {
			throw unexpected(response);
		}
		if (!answer.path("problems").isEmpty()) {
			return answer.get("problems")
				.valueStream()
				.map((problem) -> "%s: \"%s\" %s".formatted(text(problem, "knob"), text(problem, "value"),
						text(problem, "reason")))
				.collect(Collectors.joining(" "));
		}
		boolean tried = answer.has("outcome");
		return "the server did not take the change (%s): %s".formatted(
				tried ? text(answer, "outcome") : response.statusCode(), text(answer, tried ? "detail" : "error"));
	}

	private static String text(JsonNode object, String name) {
		JsonNode value = object.path(name);
		return (value.isNull() || value.isMissingNode()) ? "null" : value.asString();
	}

	/**
	 * Command that a user can type to set values instead of all that was changed before.
	 */
	String command(Map<String, String> values) {
		return "curl %s-H 'Content-Type: application/json' %s -d '%s'"
			.formatted(this.server.hasCredentials() ? "-u USER:PASSWORD " : "", url(), body(values, false));
	}

	/** Stalls that it reports, or none. */
	List<Stall> stalls() throws InterruptedException {
		long asked = System.nanoTime();
		try {
			return stalls(json(this.server.get(PATH, READ_TIMEOUT)), asked, System.nanoTime());
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	/**
	 * Reads when event loops were late and settings changed; nothing if another endpoint
	 * answered. The answer has the time of the server's clock. It was written between the
	 * request and the answer, so the times are wrong by at most half of the time between.
	 */
	static List<Stall> stalls(JsonNode answer, long askedNanos, long answeredNanos) {
		List<Stall> stalls = new ArrayList<>();
		long middle = askedNanos + (answeredNanos - askedNanos) / 2;
		try {
			Instant now = instant(answer, "at");
			for (JsonNode late : answer.path("lateEventLoops")) {
				stalls.add(new Stall(TailCause.EVENT_LOOP, middle + nanos(now, instant(late, "from")),
						middle + nanos(now, instant(late, "until"))));
			}
			for (JsonNode change : answer.path("changes")) {
				long at = middle + nanos(now, instant(change, "at"));
				stalls.add(
						new Stall(TailCause.CHANGE, at, at + Math.round(change.get("tookMillis").doubleValue() * 1e6)));
			}
			return stalls;
		}
		catch (DateTimeException ex) {
			// It is another endpoint.
			return List.of();
		}
	}

	private static Instant instant(JsonNode object, String name) {
		return Instant.parse(object.path(name).asString(""));
	}

	private static long nanos(Instant from, Instant to) {
		return Duration.between(from, to).toNanos();
	}

	static JsonNode json(HttpResponse<String> response) {
		try {
			return JSON.readTree(response.body());
		}
		catch (JacksonException ex) {
			// Another endpoint answered.
			return JSON.missingNode();
		}
	}

	private TuningRefusedException refused(String verb, HttpResponse<String> response)
			throws IOException, InterruptedException {
		return switch (response.statusCode()) {
			case 401, 403 -> new TuningRefusedException(
					"%s: %s may not %s the tuning (%d); set experiment.server.user and experiment.server.password to those of a user with permission."
						.formatted(url(), this.server.hasCredentials() ? "the user" : "a user without a password", verb,
								response.statusCode()));
			case 404 -> new TuningRefusedException((get("").statusCode() == 404)
					? "%s: there is no actuator (404); name the address of one, such as http://localhost:8081/actuator."
						.formatted(this.server.actuator())
					: "%s is not there (404); the server must have grpc-tuning-spring-boot-starter and expose the endpoint: management.endpoints.web.exposure.include=health,prometheus,grpctuning."
						.formatted(url()));
			default -> unexpected(response);
		};
	}

	private TuningRefusedException unexpected(HttpResponse<String> response) {
		return new TuningRefusedException(
				"%s answered %d, which is not an answer of the endpoint grpctuning; correct the address."
					.formatted(url(), response.statusCode()));
	}

	private IOException unreachable(IOException failure) {
		if (failure instanceof SSLException) {
			return new IOException(
					"%s: TLS failed (%s); correct the address, or name a trust store with its certificate: LAB_JAVA_OPTS=-Djavax.net.ssl.trustStore=FILE."
						.formatted(this.server.actuator(), failure.getMessage()),
					failure);
		}
		return new IOException("%s cannot be reached (%s); start the server, or correct the address."
			.formatted(this.server.actuator(), reason(failure)), failure);
	}

	private static String reason(IOException failure) {
		if (failure instanceof HttpTimeoutException) {
			return "no answer in time";
		}
		if (isRefused(failure)) {
			return "connection refused";
		}
		if (causes(failure).anyMatch(UnresolvedAddressException.class::isInstance)) {
			return "there is no such host";
		}
		return (failure.getMessage() != null) ? failure.getMessage() : failure.getClass().getSimpleName();
	}

	private String url() {
		return this.server.actuator() + PATH;
	}

}
