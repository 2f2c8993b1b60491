package dev.grpctuning.load.serve.endpoint;

import java.util.List;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import org.jspecify.annotations.Nullable;

/**
 * Masks metadata and requests, which may be secret, for users without the password.
 */
final class Masked {

	private static final JsonPrimitive HIDDEN = new JsonPrimitive("******");

	private Masked() {
	}

	static String of(String document) {
		JsonObject whole = JsonParser.parseString(document).getAsJsonObject();
		mask(whole.get("plan"));
		if (whole.get("run") instanceof JsonObject run) {
			mask(run.get("plan"));
		}
		return whole.toString();
	}

	private static void mask(@Nullable JsonElement plan) {
		if (!(plan instanceof JsonObject object)) {
			return;
		}
		if (object.get("metadata") instanceof JsonObject metadata) {
			List.copyOf(metadata.keySet()).forEach((key) -> metadata.add(key, HIDDEN));
		}
		if (object.get("call") instanceof JsonObject call && call.get("request") instanceof JsonPrimitive) {
			call.add("request", HIDDEN);
		}
	}

}
