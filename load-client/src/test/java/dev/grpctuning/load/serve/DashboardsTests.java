package dev.grpctuning.load.serve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

import dev.grpctuning.load.serve.Dashboards.Query;

import static org.assertj.core.api.Assertions.assertThat;

/** What every dashboard and every rule has. */
class DashboardsTests {

	private static final int WIDTH = 24;

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");

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
		assertThat(variables).contains("instance", "percentile");
		assertThat(VARIABLE.matcher(dashboard.get("panels").toString()).results().map((match) -> match.group(1)))
			.isSubsetOf(variables);
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
		String tests = Stream.of("alerts.yml", "recording.yml")
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
		assertThat(Dashboards.rules()).filteredOn((rule) -> rule.containsKey("alert")).hasSize(7).allSatisfy((rule) -> {
			assertThat(rule.get("labels")).asInstanceOf(InstanceOfAssertFactories.MAP).containsKey("severity");
			assertThat(rule.get("annotations")).asInstanceOf(InstanceOfAssertFactories.MAP)
				.containsKeys("summary", "description");
		});
	}

}
