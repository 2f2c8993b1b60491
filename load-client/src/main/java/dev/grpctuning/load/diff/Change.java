package dev.grpctuning.load.diff;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.template.Templates;

/**
 * A setting that differs between two results.
 *
 * @param variants variants in which it differs; none if in all
 */
record Change(String name, @Nullable String a, @Nullable String b, List<String> variants) {

	/** Compares how a variant ended and all settings that the result files have. */
	static List<Change> between(ExperimentDocument.Variant a, ExperimentDocument.Variant b) {
		boolean measured = !a.runs().isEmpty() && !b.runs().isEmpty();
		Map<String, String> before = measured ? settings(a.runs().getFirst()) : new TreeMap<>();
		Map<String, String> after = measured ? settings(b.runs().getFirst()) : new TreeMap<>();
		before.put("ended", Templates.kebab(a.ended()));
		after.put("ended", Templates.kebab(b.ended()));
		return between(before, after);
	}

	/** Compares the machines and JVMs of two results. */
	static List<Change> between(Environment a, Environment b) {
		List<Change> changes = between(flat("", ResultFile.tree(a)), flat("", ResultFile.tree(b)));
		// The settings that a command makes are compared one by one.
		return changes.stream().filter((change) -> !change.name().equals("lab.command")).toList();
	}

	private static Map<String, String> settings(RunDocument run) {
		Map<String, String> settings = flat("load", ResultFile.tree(run.plan()));
		if (run.server() != null) {
			settings.putAll(flat("server", ResultFile.tree(run.server().setup())));
		}
		return settings;
	}

	/** The values in a document, by their path. */
	private static Map<String, String> flat(String path, JsonElement value) {
		Map<String, String> flat = new TreeMap<>();
		if (value.isJsonObject()) {
			value.getAsJsonObject()
				.asMap()
				.forEach((name, part) -> flat.putAll(flat(path.isEmpty() ? name : path + "." + name, part)));
		}
		else if (!value.isJsonNull()) {
			flat.put(path, value.isJsonPrimitive() ? value.getAsString() : value.toString());
		}
		return flat;
	}

	private static List<Change> between(Map<String, String> a, Map<String, String> b) {
		TreeSet<String> names = new TreeSet<>(a.keySet());
		names.addAll(b.keySet());
		return names.stream()
			.filter((name) -> !Objects.equals(a.get(name), b.get(name)))
			.map((name) -> new Change(name, a.get(name), b.get(name), List.of()))
			.toList();
	}

	Change of(List<String> some) {
		return new Change(this.name, this.a, this.b, some);
	}

	String line() {
		return "%s: %s -> %s%s".formatted(this.name, Objects.requireNonNullElse(this.a, "not set"),
				Objects.requireNonNullElse(this.b, "not set"),
				this.variants.isEmpty() ? "" : " (" + String.join(", ", this.variants) + ")");
	}

}
