package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.yaml.snakeyaml.Yaml;

/** The dashboards of Grafana and the rules of Prometheus, as their files have them. */
public final class Dashboards {

	public static final Path ROOT = Application.ROOT;

	/** Metrics of Prometheus itself. */
	private static final Set<String> OWN = Set.of("up", "ALERTS");

	/**
	 * Parts of a query that are not names of metrics: texts, labels, ranges, variables,
	 * numbers.
	 */
	private static final Pattern NO_METRICS = Pattern.compile("\"[^\"]*\"|\\{[^}]*}|\\[[^\\]]*]|\\$\\w+"
			+ "|\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)|\\boffset\\s+\\w+|\\b\\d[\\w.]*");

	/** A name that is followed by a parenthesis is a function. */
	private static final Pattern METRIC = Pattern
		.compile("\\b(?!(?:or|and|unless|bool)\\b)[a-zA-Z_][\\w:]*+(?!\\s*\\()");

	private static final Pattern SAMPLE = Pattern.compile("^[a-zA-Z_]\\w*", Pattern.MULTILINE);

	private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), \\w+\\)");

	private Dashboards() {
	}

	/** The dashboards, by file. */
	public static List<JsonObject> all() {
		try (Stream<Path> files = Files.list(ROOT.resolve("grafana/dashboards"))) {
			return files.sorted().map((file) -> JsonParser.parseString(text(file)).getAsJsonObject()).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The panels of a dashboard, rows left out. */
	public static List<JsonObject> panels(JsonObject dashboard) {
		return objects(dashboard.getAsJsonArray("panels"))
			.filter((panel) -> !panel.get("type").getAsString().equals("row"))
			.toList();
	}

	public static Stream<JsonObject> objects(JsonArray array) {
		return array.asList().stream().map(JsonElement::getAsJsonObject);
	}

	/** The rules of Prometheus, recording ones and alerts. */
	public static List<Map<String, Object>> rules() {
		Map<String, List<Map<String, List<Map<String, Object>>>>> file = new Yaml()
			.load(text(ROOT.resolve("prometheus/rules.yml")));
		return file.getOrDefault("groups", List.of())
			.stream()
			.flatMap((group) -> group.getOrDefault("rules", List.of()).stream())
			.toList();
	}

	/** Every query of panels, annotations, variables and rules. */
	public static List<Query> queries() {
		List<Query> queries = new ArrayList<>();
		for (JsonObject dashboard : all()) {
			String title = dashboard.get("title").getAsString();
			panels(dashboard).forEach((panel) -> objects(panel.getAsJsonArray("targets")).forEach((target) -> queries
				.add(new Query(title + ": " + panel.get("title").getAsString(), target.get("expr").getAsString()))));
			objects(dashboard.getAsJsonObject("annotations").getAsJsonArray("list")).forEach((annotation) -> queries
				.add(new Query(title + ": annotation " + annotation.get("name").getAsString(),
						annotation.getAsJsonObject("target").get("expr").getAsString())));
			objects(dashboard.getAsJsonObject("templating").getAsJsonArray("list"))
				.forEach((variable) -> LABEL_VALUES.matcher(variable.get("query").getAsString())
					.results()
					.forEach((match) -> queries
						.add(new Query(title + ": variable " + variable.get("name").getAsString(), match.group(1)))));
		}
		rules().forEach((rule) -> queries.add(
				new Query("rule " + rule.getOrDefault("record", rule.get("alert")), String.valueOf(rule.get("expr")))));
		return queries;
	}

	/** Names of the metrics that an application exports. */
	public static Set<String> exported(Http application) {
		return SAMPLE.matcher(application.get("/actuator/prometheus").expect(200).body())
			.results()
			.map(MatchResult::group)
			.collect(Collectors.toSet());
	}

	/** Unknown metrics, and the queries that use them. */
	public static Map<String, Set<String>> unknown(Predicate<String> isUnknown) {
		Set<String> recorded = rules().stream()
			.map((rule) -> String.valueOf(rule.get("record")))
			.collect(Collectors.toSet());
		Map<String, Set<String>> unknown = new TreeMap<>();
		for (Query query : queries()) {
			query.metrics()
				.stream()
				.filter((name) -> !OWN.contains(name) && !recorded.contains(name) && isUnknown.test(name))
				.forEach((name) -> unknown.computeIfAbsent(name, (key) -> new TreeSet<>()).add(query.where()));
		}
		return unknown;
	}

	public static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Query of Prometheus. */
	public record Query(String where, String expression) {

		public Set<String> metrics() {
			return METRIC.matcher(NO_METRICS.matcher(this.expression).replaceAll(" "))
				.results()
				.map(MatchResult::group)
				.collect(Collectors.toCollection(TreeSet::new));
		}

	}

}
