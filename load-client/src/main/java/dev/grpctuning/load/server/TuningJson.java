package dev.grpctuning.load.server;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;
import dev.grpctuning.load.server.tuning.Knob;
import dev.grpctuning.load.server.tuning.ServerTuning;

/** Requests to a server's endpoint {@code grpctuning}, and its answers. */
final class TuningJson {

	private static final Gson GSON = new GsonBuilder().disableHtmlEscaping()
		.registerTypeAdapter(String.class, (JsonDeserializer<String>) (value, type, context) -> text(value))
		.create();

	private TuningJson() {
	}

	/**
	 * Values that a server is to have instead of all that was changed before.
	 * @param dryRun whether the server only checks them
	 */
	static String change(Map<String, String> values, boolean dryRun) {
		JsonObject body = new JsonObject();
		body.addProperty("reset", true);
		values.forEach(body::addProperty);
		if (dryRun) {
			body.addProperty("dryRun", true);
		}
		return GSON.toJson(body);
	}

	/** Why a change was refused or undone; empty if the endpoint did not answer. */
	static Optional<String> problems(String json, int status) {
		try {
			JsonObject answer = JsonParser.parseString(json).getAsJsonObject();
			if (answer.get("problems") instanceof JsonArray problems && !problems.isEmpty()) {
				return Optional.of(problems.asList()
					.stream()
					.map((problem) -> problem(problem.getAsJsonObject()))
					.collect(Collectors.joining(" ")));
			}
			boolean tried = answer.has("outcome");
			return Optional.of("the server did not take the change (%s): %s"
				.formatted(tried ? text(answer.get("outcome")) : status, text(answer.get(tried ? "reason" : "error"))));
		}
		catch (JsonParseException | IllegalStateException ex) {
			return Optional.empty();
		}
	}

	private static String problem(JsonObject problem) {
		return "%s: \"%s\" %s".formatted(text(problem.get("knob")), text(problem.get("value")),
				text(problem.get("reason")));
	}

	static Optional<ServerTuning> tuning(String json) {
		try {
			JsonObject whole = JsonParser.parseString(json).getAsJsonObject();
			if (whole.get("knobs") instanceof JsonArray knobs && whole.get("draining") instanceof JsonArray draining) {
				return Optional.of(new ServerTuning(
						knobs.asList().stream().map((knob) -> GSON.fromJson(knob, Knob.class)).toList(),
						draining.size(),
						(whole.get("jvm") instanceof JsonObject jvm) ? text(jvm.get("version")) : null));
			}
		}
		catch (JsonParseException | IllegalStateException ex) {
			// The answer is not JSON of the endpoint.
		}
		return Optional.empty();
	}

	/**
	 * Reads when event loops were late and settings changed; nothing if another endpoint
	 * answered. The answer has the time of the server's clock. It was written between the
	 * request and the answer, so the times are wrong by at most half of the time between.
	 */
	static List<Stall> stalls(String json, long askedNanos, long answeredNanos) {
		List<Stall> stalls = new ArrayList<>();
		try {
			JsonObject whole = JsonParser.parseString(json).getAsJsonObject();
			if (!whole.has("at")) {
				return List.of();
			}
			Clock clock = new Clock(Instant.parse(whole.get("at").getAsString()),
					askedNanos + (answeredNanos - askedNanos) / 2);
			for (JsonElement late : array(whole, "lateEventLoops")) {
				stalls.add(new Stall(TailCause.EVENT_LOOP, clock.nanos(late, "from"), clock.nanos(late, "until")));
			}
			for (JsonElement change : array(whole, "changes")) {
				long at = clock.nanos(change, "at");
				double tookMillis = field(change, "tookMillis").getAsDouble();
				stalls.add(new Stall(TailCause.CHANGE, at, at + Math.round(tookMillis * 1e6)));
			}
			return stalls;
		}
		catch (JsonParseException | IllegalStateException | UnsupportedOperationException | DateTimeException ex) {
			// It is another endpoint, or an older one.
			return List.of();
		}
	}

	private static @Nullable String text(@Nullable JsonElement value) {
		return switch (value) {
			case JsonArray list ->
				list.asList().stream().map(JsonElement::getAsString).collect(Collectors.joining(","));
			case JsonElement some when some.isJsonPrimitive() -> some.getAsString();
			case null, default -> null;
		};
	}

	private static JsonArray array(JsonObject whole, String name) {
		return (whole.get(name) instanceof JsonArray array) ? array : new JsonArray();
	}

	private static JsonElement field(JsonElement object, String name) {
		JsonElement field = object.getAsJsonObject().get(name);
		if (field == null) {
			throw new IllegalStateException(name);
		}
		return field;
	}

	/** A moment on the server's clock and on that of this process. */
	private record Clock(Instant server, long nanos) {

		long nanos(JsonElement object, String name) {
			Instant instant = Instant.parse(field(object, name).getAsString());
			return this.nanos + Duration.between(this.server, instant).toNanos();
		}

	}

}
