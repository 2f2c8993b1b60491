package dev.grpctuning.load.result;

import java.lang.reflect.Type;

import com.google.gson.Gson;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;

/**
 * Writes a percentile of too few latencies as {@code null}. It is their maximum, as which
 * it is read again.
 */
final class LatencyJson implements JsonSerializer<LatencySummary>, JsonDeserializer<LatencySummary> {

	private static final Gson GSON = new Gson();

	@Override
	public JsonElement serialize(LatencySummary latencies, Type type, JsonSerializationContext context) {
		JsonObject json = GSON.toJsonTree(latencies).getAsJsonObject();
		for (LatencyFigure figure : LatencyFigure.values()) {
			if (isPercentile(figure) && !figure.isKnown(latencies)) {
				json.add(name(figure), JsonNull.INSTANCE);
			}
		}
		return json;
	}

	@Override
	public LatencySummary deserialize(JsonElement text, Type type, JsonDeserializationContext context) {
		JsonObject json = text.getAsJsonObject().deepCopy();
		for (LatencyFigure figure : LatencyFigure.values()) {
			if (json.get(name(figure)) instanceof JsonNull) {
				json.add(name(figure), json.get(name(LatencyFigure.MAX)));
			}
		}
		return GSON.fromJson(json, LatencySummary.class);
	}

	static boolean isPercentile(LatencyFigure figure) {
		return figure.title().startsWith("p");
	}

	/** Name of a figure's field, such as {@code p999}. */
	static String name(LatencyFigure figure) {
		return figure.title().replace(".", "");
	}

}
