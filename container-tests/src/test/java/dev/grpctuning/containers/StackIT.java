package dev.grpctuning.containers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The whole stack but Grafana, with a plain service beside the tuned one, under its own
 * load: what flows, and what Prometheus then answers to the rules and to every query of
 * the dashboards.
 */
@RequiresEngine
@Order(1)
class StackIT {

	/**
	 * A rate over a minute needs two scrapes, and a rule upon it one evaluation more. A
	 * busy machine takes several times as long.
	 */
	private static final Duration UNTIL_SEEN = Duration.ofMinutes(4);

	@TempDir
	private static Path folder;

	private static Stack stack;

	private static Prometheus prometheus;

	private static Prometheus kubernetes;

	@BeforeAll
	static void start() {
		// As few as show in every panel.
		stack = new Stack(folder).set("LOAD_OPEN_RATE", "20")
			.scrapeOften("prometheus/prometheus.yml", "prometheus/rules.yml");
		KubernetesPrometheus.addTo(stack);
		stack
			.compose("--profile", "compare", "up", "-d", "--wait", "--no-build", "hello-service", "load-client",
					"hello-plain", "load-plain", "prometheus", KubernetesPrometheus.SERVICE)
			.orFail();
		prometheus = new Prometheus(stack.http("PROMETHEUS"));
		kubernetes = KubernetesPrometheus.of(stack);
	}

	@AfterAll
	static void stop() {
		stack.close();
	}

	@Test
	void loadFlows() {
		grows("sum(load_calls_answered_total{instance='load-client'})");
		grows("sum(load_calls_answered_total{instance='load-plain'})");
		grows("sum(grpc_server_call_duration_seconds_count{instance='hello-service', grpc_status='OK'})");
		grows("sum(grpc_server_call_duration_seconds_count{instance='hello-plain', grpc_status='OK'})");
	}

	@Test
	void targetsHaveTheNamesOfTheirServicesAndNoneIsDown() {
		await().atMost(UNTIL_SEEN)
			.untilAsserted(() -> assertThat(prometheus.labelValues("label_values(up, instance)"))
				.contains("hello-service", "load-client", "hello-plain", "load-plain"));
		await().atMost(UNTIL_SEEN)
			.untilAsserted(() -> assertThat(prometheus.query("up")).isNotEmpty().allMatch((up) -> up == 1));
	}

	@Test
	void everyRecordingRuleHasData() {
		everyRecordingRuleHasData(prometheus);
	}

	private static void everyRecordingRuleHasData(Prometheus prometheus) {
		List<String> names = prometheus.rules("recording")
			.stream()
			.map((rule) -> rule.get("name").getAsString())
			.toList();
		assertThat(names).isNotEmpty();
		await().atMost(UNTIL_SEEN)
			.untilAsserted(
					() -> assertThat(names).allSatisfy((name) -> assertThat(prometheus.query(name)).isNotEmpty()));
	}

	@Test
	void everyPanelHasDataUnderTheLoad() {
		everyPanelHasData(prometheus, Dashboard.all());
	}

	/** These targets have no plain service among them. */
	@Test
	void withTheLabelsOfKubernetesEveryRuleAndPanelHasData() {
		await().atMost(UNTIL_SEEN)
			.untilAsserted(() -> assertThat(
					kubernetes.labelValues("label_values({__name__=~\"instance:up:(server|load_client)\"}, instance)"))
				.containsExactly("hello-service-7c5ddbdf54-a", "hello-service-7c5ddbdf54-b", "load-client-7c5ddbdf54-a",
						"load-client-7c5ddbdf54-b"));
		everyRecordingRuleHasData(kubernetes);
		everyPanelHasData(kubernetes, Dashboard.all());
	}

	@Test
	void everyQueryOfAnAnnotationIsUnderstood() {
		List<String> expressions = Dashboard.all()
			.stream()
			.flatMap((dashboard) -> dashboard.annotations(prometheus).stream())
			.toList();
		assertThat(expressions).isNotEmpty();
		assertThat(prometheus.understands("sum(")).isFalse();
		assertThat(expressions)
			.allSatisfy((expression) -> assertThat(prometheus.understands(expression)).as(expression).isTrue());
	}

	@Test
	void whenTheServiceIsKilledThenAnAlertFiresUntilItIsBack() {
		await().atMost(UNTIL_SEEN)
			.until(() -> prometheus.query("up{instance='hello-service'}").equals(List.of(1.0))
					&& !prometheus.fires("GrpcTargetDown", "hello-service"));
		stack.compose("kill", "hello-service").orFail();
		await().atMost(UNTIL_SEEN).until(() -> prometheus.fires("GrpcTargetDown", "hello-service"));
		stack.up("hello-service", "load-client").orFail();
		await().atMost(UNTIL_SEEN).until(() -> !prometheus.fires("GrpcTargetDown", "hello-service"));
		grows("sum(load_calls_answered_total{instance='load-client'})");
	}

	private static void everyPanelHasData(Prometheus prometheus, List<Dashboard> dashboards) {
		assertThat(dashboards).isNotEmpty();
		await().atMost(UNTIL_SEEN)
			.pollInterval(Duration.ofSeconds(2))
			.ignoreExceptions()
			.untilAsserted(() -> assertThat(dashboards)
				.flatExtracting((dashboard) -> queriesWithoutData(dashboard, prometheus))
				.isEmpty());
	}

	/** Of a panel that shows nothing all queries, of others those without any series. */
	private static List<String> queriesWithoutData(Dashboard dashboard, Prometheus prometheus) {
		List<String> without = new ArrayList<>();
		dashboard.queries(prometheus).forEach((panel, expressions) -> {
			List<List<Double>> answers = expressions.stream().map(prometheus::query).toList();
			boolean shown = answers.stream().flatMap(List::stream).anyMatch((value) -> !value.isNaN());
			for (int i = 0; i < answers.size(); i++) {
				if (!shown || answers.get(i).isEmpty()) {
					without.add(panel + ": " + expressions.get(i));
				}
			}
		});
		return without;
	}

	private static void grows(String expression) {
		await().atMost(UNTIL_SEEN).until(() -> prometheus.query(expression), (values) -> !values.isEmpty());
		double before = prometheus.query(expression).getFirst();
		await().atMost(UNTIL_SEEN)
			.untilAsserted(() -> assertThat(prometheus.query(expression)).first()
				.satisfies((value) -> assertThat(value).isGreaterThan(before)));
	}

}
