package dev.grpctuning.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** A dashboard, as far as its queries go. */
record Dashboard(JsonObject json) {

	static List<Dashboard> all() {
		List<Dashboard> dashboards = new ArrayList<>();
		try (DirectoryStream<Path> files = Files
			.newDirectoryStream(Images.REPOSITORY.resolve("grafana").resolve("dashboards"), "*.json")) {
			for (Path file : files) {
				dashboards.add(new Dashboard(JsonParser.parseString(Files.readString(file)).getAsJsonObject()));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return dashboards;
	}

	String title() {
		return this.json.get("title").getAsString();
	}

	/**
	 * The queries of each panel, by its title, with variables filled in as Grafana fills
	 * them in when a dashboard is opened: everything, or what is current.
	 */
	Map<String, List<String>> queries(Prometheus prometheus) {
		Map<String, String> values = values(prometheus);
		Map<String, List<String>> queries = new LinkedHashMap<>();
		collect(this.json, values, queries);
		return queries;
	}

	private void collect(JsonObject parent, Map<String, String> values, Map<String, List<String>> queries) {
		for (JsonObject panel : objects(parent, "panels")) {
			String title = "%s / %s %s".formatted(title(), panel.get("id"), panel.get("title"));
			List<String> expressions = objects(panel, "targets").stream()
				.filter((target) -> target.has("expr"))
				.map((target) -> fillIn(target.get("expr").getAsString(), values))
				.toList();
			if (!expressions.isEmpty()) {
				queries.put(title, expressions);
			}
			collect(panel, values, queries);
		}
	}

	/** The queries of the annotations, which mostly have nothing to say. */
	List<String> annotations(Prometheus prometheus) {
		Map<String, String> values = values(prometheus);
		return objects(this.json.getAsJsonObject("annotations"), "list").stream()
			.filter((annotation) -> annotation.has("target") && annotation.getAsJsonObject("target").has("expr"))
			.map((annotation) -> fillIn(annotation.getAsJsonObject("target").get("expr").getAsString(), values))
			.toList();
	}

	private Map<String, String> values(Prometheus prometheus) {
		Map<String, String> values = new LinkedHashMap<>(
				Map.of("__rate_interval", "30s", "__interval", "5s", "__range", "5m"));
		for (JsonObject variable : objects(this.json.getAsJsonObject("templating"), "list")) {
			values.put(variable.get("name").getAsString(), value(variable, values, prometheus));
		}
		return values;
	}

	private static String value(JsonObject variable, Map<String, String> values, Prometheus prometheus) {
		JsonElement current = variable.getAsJsonObject("current").get("value");
		if (!variable.get("type").getAsString().equals("query")) {
			return current.getAsString();
		}
		JsonElement query = variable.get("query");
		List<String> found = prometheus.labelValues(
				fillIn(query.isJsonObject() ? query.getAsJsonObject().get("query").getAsString() : query.getAsString(),
						values));
		if (found.isEmpty() && variable.has("allValue")) {
			return variable.get("allValue").getAsString();
		}
		if (found.isEmpty()) {
			throw new IllegalStateException("%s has no value".formatted(query));
		}
		if (variable.get("multi").getAsBoolean()) {
			return "(" + String.join("|", found) + ")";
		}
		return found.contains(current.getAsString()) ? current.getAsString() : found.getFirst();
	}

	private static String fillIn(String text, Map<String, String> values) {
		String filled = text;
		for (Map.Entry<String, String> variable : values.entrySet()) {
			filled = filled.replaceAll("\\$\\{%1$s(:\\w+)?}|\\$%1$s\\b".formatted(variable.getKey()),
					variable.getValue().replace("$", "\\$"));
		}
		return filled;
	}

	private static List<JsonObject> objects(JsonObject parent, String name) {
		if (!parent.has(name)) {
			return List.of();
		}
		return StreamSupport.stream(parent.getAsJsonArray(name).spliterator(), false)
			.map(JsonElement::getAsJsonObject)
			.toList();
	}

}
