package dev.grpctuning.load.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

import dev.grpctuning.testkit.Dashboards;
import dev.grpctuning.testkit.Dashboards.Query;

import static org.assertj.core.api.Assertions.assertThat;

/** What every dashboard and every rule has. */
class DashboardsTests {

	private static final int WIDTH = 24;

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");

	private static final Pattern SELECTOR = Pattern.compile("\\{([^}]*)}");

	private static final Pattern DATASOURCE = Pattern.compile("\"datasource\":(\\{.*?\"})");

	private static final Pattern HEADING = Pattern.compile("^## (\\w+)$", Pattern.MULTILINE);

	private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");

	private static final Pattern RUNBOOK = Pattern.compile("runbook_url: (\\S+)");

	static List<JsonObject> dashboards() {
		return Dashboards.all();
	}

	@Test
	void whenDashboardsAreListedThenTheirIdsAreFixed() {
		assertThat(dashboards()).extracting((dashboard) -> dashboard.get("uid").getAsString())
			.containsExactly("grpc-compare", "grpc-load", "grpc-server-tuning");
	}

	@ParameterizedTest
	@MethodSource("dashboards")
	void whenPanelIsShownThenItSaysWhatItShows(JsonObject dashboard) {
		assertThat(Dashboards.panels(dashboard)).hasSizeGreaterThan(15).allSatisfy((panel) -> {
			JsonObject defaults = panel.getAsJsonObject("fieldConfig").getAsJsonObject("defaults");
			assertThat(panel.get("title").getAsString()).isNotBlank();
			assertThat(panel.get("description").getAsString()).contains("\n\nMoved by: ");
			assertThat(defaults.get("unit").getAsString()).isNotBlank();
			assertThat(defaults.getAsJsonObject("thresholds").getAsJsonArray("steps")).isNotEmpty();
			boolean table = panel.get("type").getAsString().equals("table");
			assertThat(Dashboards.objects(panel.getAsJsonArray("targets"))).isNotEmpty()
				.allSatisfy(
						(target) -> assertThat(target.get("legendFormat").getAsString().isBlank()).isEqualTo(table));
		});
	}

	@ParameterizedTest
	@MethodSource("dashboards")
	void whenPanelsAreLaidOutThenNoneCoversAnother(JsonObject dashboard) {
		Set<List<Integer>> taken = new HashSet<>();
		Dashboards.objects(dashboard.getAsJsonArray("panels")).forEach((panel) -> {
			JsonObject place = panel.getAsJsonObject("gridPos");
			int right = place.get("x").getAsInt() + place.get("w").getAsInt();
			int bottom = place.get("y").getAsInt() + place.get("h").getAsInt();
			assertThat(right).isLessThanOrEqualTo(WIDTH);
			for (int x = place.get("x").getAsInt(); x < right; x++) {
				for (int y = place.get("y").getAsInt(); y < bottom; y++) {
					assertThat(taken.add(List.of(x, y))).as("%s at %d, %d", panel.get("title"), x, y).isTrue();
				}
			}
		});
	}

	@ParameterizedTest
	@MethodSource("dashboards")
	void whenQueryNamesAVariableThenTheDashboardHasIt(JsonObject dashboard) {
		List<String> variables = Dashboards.objects(dashboard.getAsJsonObject("templating").getAsJsonArray("list"))
			.map((variable) -> variable.get("name").getAsString())
			.toList();
		assertThat(variables).startsWith("datasource", "namespace", "job", "instance").contains("percentile");
		assertThat(VARIABLE.matcher(dashboard.get("panels").toString()).results().map((match) -> match.group(1)))
			.isSubsetOf(variables);
	}

	@ParameterizedTest
	@MethodSource("dashboards")
	void whenDataIsAskedForThenTheChosenSourceIsAsked(JsonObject dashboard) {
		assertThat(DATASOURCE.matcher(dashboard.toString()).results().map((match) -> match.group(1)))
			.hasSizeGreaterThan(30)
			.containsOnly("{\"type\":\"prometheus\",\"uid\":\"${datasource}\"}");
	}

	@Test
	void whenDashboardSelectsSeriesThenByTheChosenNamespaceAndJobs() {
		List<Query> queries = Dashboards.queries()
			.stream()
			.filter((query) -> !query.where().startsWith("rule ") && !Set.of("namespace", "job", "baseline")
				.contains(query.where().replaceFirst(".*: variable ", "")))
			.toList();
		assertThat(queries).hasSizeGreaterThan(80).allSatisfy((query) -> {
			List<String> selectors = SELECTOR.matcher(query.expression())
				.results()
				.map((match) -> match.group(1))
				.toList();
			assertThat(selectors).as(query.toString())
				.isNotEmpty()
				.allMatch((selector) -> selector.contains("namespace=~\"$namespace\""))
				.allMatch((selector) -> selector.contains("job=~\"$job\"") || selector.contains("job=\"$baseline\"")
						|| selector.contains("target=~\"($job)") || selector.contains("target=~\"$baseline")
						|| selector.contains("alertname=~\"(Grpc|Load).*\""));
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			sum by (instance) (rate(a_total{x="b_total"}[1m]))          | a_total
			histogram_quantile(0.9, sum by (le) (a:b:rate1m)) > 1e9     | a:b:rate1m
			a / on (instance) group_left () b offset 10s                | a b
			(a{x=~"$instance"} or 0 * c) unless b > bool 1              | a b c
			label_replace(a, "to", "value", "", "") < $limit            | a
			""")
	void whenQueryIsReadThenItsMetricsAreFound(String expression, String metrics) {
		assertThat(new Query("", expression).metrics()).containsExactly(metrics.split(" "));
	}

	@Test
	void whenThereIsARuleThenATestOfPromtoolKnowsIt() {
		String tests = Stream.of("alerts.yml", "recording.yml", "slo.yml")
			.map((file) -> Dashboards.text(Dashboards.ROOT.resolve("prometheus/tests").resolve(file)))
			.collect(Collectors.joining());
		List<String> unknown = new ArrayList<>();
		Dashboards.rules().forEach((rule) -> {
			String name = String.valueOf(rule.getOrDefault("record", rule.get("alert")));
			if (!tests.contains(name)) {
				unknown.add(name);
			}
		});
		assertThat(unknown).isEmpty();
	}

	@Test
	void whenAlertFiresThenItSaysHowBadItIsAndWhatToDo() {
		assertThat(alerts()).hasSize(12).allSatisfy((rule) -> {
			assertThat(rule.get("labels")).asInstanceOf(InstanceOfAssertFactories.MAP).containsKey("severity");
			assertThat(rule.get("annotations")).asInstanceOf(InstanceOfAssertFactories.MAP)
				.containsKeys("summary", "description", "runbook_url");
		});
	}

	@Test
	void whenAlertFiresThenItsRunbookHasASectionAboutIt() {
		String rules = Dashboards.text(Dashboards.ROOT.resolve("prometheus/rules.yml"));
		List<String> names = found(ALERT, rules);
		List<String> links = found(RUNBOOK, rules);
		assertThat(found(HEADING, Dashboards.text(Dashboards.ROOT.resolve("docs/runbook.md")))).isEqualTo(names);
		String page = links.getFirst().substring(0, links.getFirst().indexOf('#'));
		assertThat(page).endsWith("/docs/runbook.md");
		assertThat(links).isEqualTo(names.stream().map((name) -> page + "#" + name.toLowerCase(Locale.ROOT)).toList());
	}

	@Test
	void whenRuleAggregatesThenItKeepsTheNamespace() {
		List<String> kept = Dashboards.rules()
			.stream()
			.flatMap((rule) -> found(Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)"), String.valueOf(rule.get("expr")))
				.stream())
			.toList();
		assertThat(kept).hasSizeGreaterThan(20).allMatch((labels) -> labels.startsWith("namespace, job"));
	}

	private static List<String> found(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((match) -> match.group(1)).toList();
	}

	@Test
	void whenRulesAreDeployedToKubernetesThenTheyAreThoseOfPrometheus() {
		Path manifest = Dashboards.ROOT.resolve("deploy/kubernetes/monitoring/prometheus-rule.yaml");
		Map<String, Object> resource = new Yaml().load(Dashboards.text(manifest));
		assertThat(resource).containsEntry("kind", "PrometheusRule")
			.containsEntry("spec", new Yaml().load(Dashboards.text(Dashboards.ROOT.resolve("prometheus/rules.yml"))));
	}

	private static List<Map<String, Object>> alerts() {
		return Dashboards.rules().stream().filter((rule) -> rule.containsKey("alert")).toList();
	}

}
