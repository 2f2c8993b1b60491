package dev.grpctuning.load.diff;

import java.util.Map;
import java.util.TreeMap;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/**
 * What was set in a run, as names with dots and values: whatever a result file tells of
 * it, so that what a later version tells is compared too.
 */
final class Settings {

	private Settings() {
	}

	static Map<String, String> of(RunDocument run) {
		Map<String, String> settings = new TreeMap<>();
		flatten("load", ResultFile.tree(run.plan()), settings);
		if (run.server() != null) {
			JsonObject server = ResultFile.tree(run.server()).getAsJsonObject();
			// What is not set but measured is not for here.
			for (String name : new String[] { "profile", "jvmOptions", "properties", "tuning", "javaVersion" }) {
				if (server.has(name)) {
					flatten("server." + name, server.get(name), settings);
				}
			}
		}
		return settings;
	}

	static Map<String, String> of(Environment environment) {
		Map<String, String> settings = new TreeMap<>();
		flatten("", ResultFile.tree(environment), settings);
		return settings;
	}

	private static void flatten(String name, JsonElement value, Map<String, String> settings) {
		if (value.isJsonObject()) {
			value.getAsJsonObject()
				.asMap()
				.forEach((key, part) -> flatten(name.isEmpty() ? key : name + "." + key, part, settings));
		}
		else if (!value.isJsonNull()) {
			settings.put(name, value.isJsonPrimitive() ? value.getAsString() : value.toString());
		}
	}

}
