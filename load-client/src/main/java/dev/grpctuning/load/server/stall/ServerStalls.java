package dev.grpctuning.load.server.stall;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;

/**
 * When event loops of a server were late and its settings changed, as its endpoint {@code
 * grpctuning} reports it. The answer has the time of the server's clock. It was written
 * between the request and the answer, so the times are wrong by at most half of the time
 * that the request took.
 */
public final class ServerStalls {

	private ServerStalls() {
	}

	/** Reads an answer, given when it was asked for and when it came; else nothing. */
	public static List<Stall> of(String json, long askedNanos, long answeredNanos) {
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
