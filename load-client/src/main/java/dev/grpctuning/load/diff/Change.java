package dev.grpctuning.load.diff;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/** A setting that differs between two results. */
record Change(String name, @Nullable String a, @Nullable String b) {

	/** The other facts about a server were measured, not set. */
	private static final List<String> SERVER_SETTINGS = List.of("profile", "jvmOptions", "properties", "tuning",
			"javaVersion");

	/** Compares all settings of two runs that their result files have. */
	static List<Change> between(RunDocument a, RunDocument b) {
		return between(settings(a), settings(b));
	}

	/** Compares the machines and JVMs of two results. */
	static List<Change> between(Environment a, Environment b) {
		return between(withoutCommand(a), withoutCommand(b));
	}

	/** The settings that a command makes are compared one by one. */
	private static Map<String, String> withoutCommand(Environment environment) {
		Map<String, String> flat = flat("", ResultFile.tree(environment));
		flat.remove("lab.command");
		return flat;
	}

	private static Map<String, String> settings(RunDocument run) {
		Map<String, String> settings = new TreeMap<>(flat("load", ResultFile.tree(run.plan())));
		if (run.server() != null) {
			JsonObject server = ResultFile.tree(run.server()).getAsJsonObject();
			SERVER_SETTINGS.stream()
				.filter(server::has)
				.forEach((name) -> settings.putAll(flat("server." + name, server.get(name))));
		}
		return settings;
	}

	private static Map<String, String> flat(String name, JsonElement value) {
		Map<String, String> settings = new TreeMap<>();
		if (value.isJsonObject()) {
			value.getAsJsonObject()
				.asMap()
				.forEach((key, part) -> settings.putAll(flat(name.isEmpty() ? key : name + "." + key, part)));
		}
		else if (!value.isJsonNull()) {
			settings.put(name, value.isJsonPrimitive() ? value.getAsString() : value.toString());
		}
		return settings;
	}

	private static List<Change> between(Map<String, String> a, Map<String, String> b) {
		Set<String> names = new TreeSet<>(a.keySet());
		names.addAll(b.keySet());
		return names.stream()
			.filter((name) -> !Objects.equals(a.get(name), b.get(name)))
			.map((name) -> new Change(name, a.get(name), b.get(name)))
			.toList();
	}

	String line() {
		return "%s: %s -> %s".formatted(this.name, Objects.requireNonNullElse(this.a, "not set"),
				Objects.requireNonNullElse(this.b, "not set"));
	}

}
