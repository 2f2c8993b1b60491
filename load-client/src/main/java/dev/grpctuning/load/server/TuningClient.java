package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.tuning.Knob;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Reads and changes a server's tuning through its endpoint {@code grpctuning}.
 */
final class TuningClient {

	private static final String PATH = "/grpctuning";

	private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

	/**
	 * A change may build a new server inside of the old one's JVM.
	 */
	private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(30);

	private static final int ATTEMPTS = 3;

	private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

	private final ActuatorClient actuator;

	TuningClient(ActuatorClient actuator) {
		this.actuator = actuator;
	}

	/**
	 * What a server says that need not have the endpoint.
	 */
	Optional<ServerTuning> find() throws TuningRefusedException, InterruptedException {
		for (int attempt = 1;; attempt++) {
			try {
				HttpResponse<String> response = this.actuator.get(PATH, READ_TIMEOUT);
				if (response.statusCode() < 500) {
					return (response.statusCode() == 200) ? tuning(response.body()) : Optional.empty();
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

	/**
	 * What a server says that must have the endpoint.
	 */
	ServerTuning read() throws TuningRefusedException, IOException, InterruptedException {
		HttpResponse<String> response;
		try {
			response = this.actuator.get(PATH, READ_TIMEOUT);
		}
		catch (IOException ex) {
			throw unreachable(ex);
		}
		switch (response.statusCode()) {
			case 200 -> {
				return tuning(response.body()).orElseThrow(() -> unexpected(response));
			}
			case 401, 403 -> throw mayNot("read", response.statusCode());
			case 404 -> throw absent();
			default -> throw unexpected(response);
		}
	}

	/**
	 * Whether nobody listens where the server was. One that answers with whatever status,
	 * or not in time, is there.
	 */
	boolean isGone() throws InterruptedException {
		try {
			this.actuator.get(PATH, READ_TIMEOUT);
			return false;
		}
		catch (IOException ex) {
			return isRefused(ex);
		}
	}

	/**
	 * Whether a connection was refused: all else that keeps a connection from being made,
	 * such as that it takes too long, may pass and says nothing of the server. The client
	 * has a {@link ConnectException} for most of that, as a cause or around it.
	 */
	static boolean isRefused(IOException failure) {
		return failure instanceof ConnectException && Stream
			.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
			.noneMatch(
					(cause) -> cause instanceof UnresolvedAddressException || cause instanceof NoRouteToHostException);
	}

	/**
	 * Asks what a change would do: whether it may be made, and is one that the server
	 * takes.
	 */
	void tryOut(Map<String, @Nullable String> values) throws TuningRefusedException, IOException, InterruptedException {
		JsonObject body = GSON.toJsonTree(values).getAsJsonObject();
		body.addProperty("dryRun", true);
		HttpResponse<String> response = post(body);
		// An empty change is refused as well, but only to those who may make one.
		if (response.statusCode() != 200 && !(values.isEmpty() && response.statusCode() == 400)) {
			throw refusal(response);
		}
	}

	void change(Map<String, @Nullable String> values) throws TuningRefusedException, IOException, InterruptedException {
		HttpResponse<String> response = post(GSON.toJsonTree(values).getAsJsonObject());
		if (response.statusCode() != 200) {
			throw refusal(response);
		}
	}

	private HttpResponse<String> post(JsonObject body) throws IOException, InterruptedException {
		try {
			return this.actuator.post(PATH, GSON.toJson(body), CHANGE_TIMEOUT);
		}
		catch (IOException ex) {
			throw unreachable(ex);
		}
	}

	private TuningRefusedException refusal(HttpResponse<String> response) throws IOException, InterruptedException {
		return switch (response.statusCode()) {
			case 400, 409 -> new TuningRefusedException(problems(response));
			case 401, 403 -> mayNot("change", response.statusCode());
			case 404 -> absent();
			case 405 -> new TuningRefusedException(
					"%s can only be read (405); set management.endpoint.grpctuning.access=unrestricted in the server."
						.formatted(url()));
			default -> unexpected(response);
		};
	}

	private String problems(HttpResponse<String> response) {
		try {
			JsonObject answer = JsonParser.parseString(response.body()).getAsJsonObject();
			if (answer.get("problems") instanceof JsonArray problems && !problems.isEmpty()) {
				return StreamSupport.stream(problems.spliterator(), false)
					.map((problem) -> problem(problem.getAsJsonObject()))
					.collect(Collectors.joining(" "));
			}
			String said = text(answer.get(answer.has("outcome") ? "reason" : "error"));
			return "the server did not take the change (%s): %s"
				.formatted(answer.has("outcome") ? text(answer.get("outcome")) : response.statusCode(), said);
		}
		catch (JsonParseException | IllegalStateException ex) {
			return String.valueOf(unexpected(response).getMessage());
		}
	}

	private static String problem(JsonObject problem) {
		return "%s: \"%s\" %s".formatted(text(problem.get("knob")), text(problem.get("value")),
				text(problem.get("reason")));
	}

	private IOException unreachable(IOException failure) {
		return new IOException("%s cannot be reached (%s); start the server, or correct the address."
			.formatted(this.actuator.base(), reason(failure)), failure);
	}

	private static String reason(IOException failure) {
		if (failure instanceof HttpTimeoutException) {
			return "no answer in time";
		}
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof UnresolvedAddressException) {
				return "there is no such host";
			}
		}
		if (isRefused(failure)) {
			return "connection refused";
		}
		return (failure.getMessage() != null) ? failure.getMessage() : failure.getClass().getSimpleName();
	}

	private TuningRefusedException mayNot(String verb, int status) {
		return new TuningRefusedException("%s: %s may not %s the tuning (%d); set %s.".formatted(url(),
				this.actuator.hasCredentials() ? "the user" : "who gives no password", verb, status,
				"experiment.server.user and experiment.server.password to those of somebody who may"));
	}

	private TuningRefusedException absent() throws IOException, InterruptedException {
		int status;
		try {
			status = this.actuator.get("", READ_TIMEOUT).statusCode();
		}
		catch (IOException ex) {
			throw unreachable(ex);
		}
		return new TuningRefusedException((status == 404)
				? "%s: there is no actuator (404); name the address of one, such as http://localhost:8081/actuator."
					.formatted(this.actuator.base())
				: "%s is not there (404); the server must have grpc-tuning-spring-boot-starter and expose the endpoint: management.endpoints.web.exposure.include=health,prometheus,grpctuning."
					.formatted(url()));
	}

	private TuningRefusedException unexpected(HttpResponse<String> response) {
		return new TuningRefusedException("%s answers %d and not as an endpoint grpctuning does; correct the address."
			.formatted(url(), response.statusCode()));
	}

	private String url() {
		return this.actuator.base() + PATH;
	}

	private static Optional<ServerTuning> tuning(String json) {
		try {
			JsonObject whole = JsonParser.parseString(json).getAsJsonObject();
			if (whole.get("knobs") instanceof JsonArray knobs && whole.get("draining") instanceof JsonArray draining) {
				return Optional.of(new ServerTuning(
						StreamSupport.stream(knobs.spliterator(), false)
							.map((knob) -> knob(knob.getAsJsonObject()))
							.toList(),
						draining.size(),
						(whole.get("jvm") instanceof JsonObject jvm) ? text(jvm.get("version")) : null));
			}
		}
		catch (JsonParseException | IllegalStateException ex) {
			// It is something else.
		}
		return Optional.empty();
	}

	private static Knob knob(JsonObject knob) {
		return new Knob(String.valueOf(text(knob.get("name"))), text(knob.get("configured")),
				text(knob.get("effective")), text(knob.get("pending")), text(knob.get("origin")),
				text(knob.get("unit")));
	}

	private static @Nullable String text(@Nullable JsonElement value) {
		return switch (value) {
			case JsonArray list -> StreamSupport.stream(list.spliterator(), false)
				.map(JsonElement::getAsString)
				.collect(Collectors.joining(","));
			case JsonElement some when some.isJsonPrimitive() -> some.getAsString();
			case null, default -> null;
		};
	}

}
